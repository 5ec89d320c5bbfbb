import { highlightsOf } from '@vitrine/contract/text-format';
import { useEffect, useState } from 'react';
import { Picture } from '../../../components/image/picture.tsx';
import { Sheet, SheetContent } from '../../../ui/sheet.tsx';
import type { GalleryItem } from '../../gallery/gallery-item.ts';
import type { FullProject } from '../project-queries.ts';
import { CaseStudyView, GalleryView } from '../view/content-view.tsx';

interface PreviewSheetProps {
  readonly form: HTMLFormElement;
  readonly project: FullProject | undefined;
  readonly gallery: readonly GalleryItem[];
  readonly onClose: () => void;
}

/** The content of the form as visitors will see it, also what is not saved. */
export function PreviewSheet({ form, project, gallery, onClose }: PreviewSheetProps) {
  const [fields] = useState(() => new FormData(form));
  const text = (name: string) => String(fields.get(name) ?? '');
  const banner = useBanner(fields.get('projectBanner'), project);
  const period = [text('startedOn'), text('endedOn') || (text('startedOn') && 'today')];
  const facts = [text('role'), period.filter(Boolean).join(' – '), text('technologies')];
  return (
    <Sheet open onOpenChange={onClose}>
      <SheetContent title="Preview" size="wide">
        <article className="grid gap-5 pt-3">
          <h3 className="font-display text-2xl wrap-anywhere">{text('title') || 'No title yet'}</h3>
          {text('summary') && <p className="text-lg wrap-anywhere text-ink-2">{text('summary')}</p>}
          {banner && (
            <Picture
              image={banner}
              alt={text('bannerAlt')}
              sizes="560px"
              className="aspect-video w-full rounded-lg"
            />
          )}
          <p className="wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
          <ul className="list-disc space-y-1 pl-4 marker:text-ink-3">
            {[...new Set(highlightsOf(text('description')))].map((highlight) => (
              <li key={highlight} className="wrap-anywhere">
                {highlight}
              </li>
            ))}
          </ul>
          {text('body') && <CaseStudyView body={text('body')} images={project?.images ?? []} />}
          <GalleryView gallery={gallery} />
        </article>
      </SheetContent>
    </Sheet>
  );
}

/** The chosen file, or else the stored banner. */
function useBanner(chosen: FormDataEntryValue | null, project: FullProject | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(chosen instanceof File) || chosen.size === 0) return;
    const objectUrl = URL.createObjectURL(chosen);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [chosen]);
  const stored = (project?.draft ?? project)?.projectBanner;
  if (url) return { url };
  return stored?.url ? stored : undefined;
}
