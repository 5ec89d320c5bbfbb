import type { Image } from '@vitrine/contract/media';
import { usePage } from './page-context.ts';

interface PictureProps {
  readonly image: Image;
  readonly alt: string;
  /** The width at which it is shown, as in the HTML attribute. Browsers measure lazy images if they can. */
  readonly sizes: string;
  readonly className?: string;
  /** Whether it is in the first view. All others load when they come near. */
  readonly isFirst?: boolean;
}

/** An image with its narrower copies. Its size is reserved, so nothing moves when it loads. */
export function Picture({ image, alt, sizes, className, isFirst = false }: PictureProps) {
  const { href } = usePage();
  const { url, width, height, variants = [], focalPoint } = image;
  const sources = variants.map((one) => `${mediaUrl(one.url, href)} ${one.width}w`);
  if (width !== undefined) sources.push(`${mediaUrl(url, href)} ${width}w`);
  const hasVariants = variants.length > 0;
  return (
    <img
      className={className}
      src={mediaUrl(url, href)}
      srcSet={hasVariants ? sources.join(', ') : undefined}
      sizes={hasVariants ? (isFirst ? sizes : `auto, ${sizes}`) : undefined}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      data-focal-x={focalPoint && nearestTen(focalPoint.x)}
      data-focal-y={focalPoint && nearestTen(focalPoint.y)}
    />
  );
}

/** The picture at the start of an entry, if it has one. */
export function Cover({ image, alt }: Pick<PictureProps, 'image' | 'alt'>) {
  if (image.url === '') return null;
  return (
    <figure className="cover">
      <Picture
        className="u-featured"
        image={image}
        alt={alt}
        sizes="(min-width: 112rem) 112rem, 92vw"
        isFirst
      />
    </figure>
  );
}

/** The policy allows no inline styles, so that stylesheets have a rule for each tenth. */
function nearestTen(percent: number): number {
  return Math.round(percent / 10) * 10;
}

/** Media on the site's own host has a path, and media elsewhere a URL. */
export function mediaUrl(url: string, href: (path: string) => string): string {
  return url.startsWith('/') ? href(url) : url;
}
