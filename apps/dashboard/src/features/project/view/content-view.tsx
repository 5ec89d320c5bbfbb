import type { Image } from '@vitrine/contract/media';
import { Suspense, useMemo } from 'react';
import type { GalleryItem } from '../../../components/image/gallery-item.ts';
import { Picture } from '../../../components/image/picture.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

// The Markdown parser is large.
const CaseStudy = lazyPart(
  () => import('../../case-study/case-study-preview.tsx').then((file) => file.CaseStudyPreview),
  CaseStudyFailure,
);

function CaseStudyFailure() {
  return <p className="text-ink-2">The case study did not load. Reload the page to see it.</p>;
}

interface CaseStudyViewProps {
  /** Markdown. */
  readonly body: string;
  readonly images: readonly { readonly name: string; readonly image: Image }[];
}

/** A case study as visitors see it. */
export function CaseStudyView({ body, images }: CaseStudyViewProps) {
  const imagesByName = useMemo(
    () => new Map(images.map(({ name, image }) => [name, image])),
    [images],
  );
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <CaseStudy body={body} images={imagesByName} />
    </Suspense>
  );
}

/** The images of a gallery with their captions. */
export function GalleryView({ gallery }: { readonly gallery: readonly GalleryItem[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-4">
      {gallery.map(({ name, image, alt, caption, decorative }) => (
        <li key={name}>
          <figure>
            <Picture
              image={image}
              alt={decorative ? '' : alt}
              sizes="320px"
              className="aspect-16/10 w-full rounded-md"
            />
            {caption && (
              <figcaption className="mt-1.5 text-sm wrap-anywhere text-ink-2">{caption}</figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  );
}
