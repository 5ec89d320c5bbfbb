import type { FocalPoint, Image } from '@vitrine/contract/media';
import type { ReactEventHandler } from 'react';

interface PictureProps {
  readonly image: Image;
  readonly alt: string;
  /** The `sizes` attribute of the image. */
  readonly sizes: string;
  /** Must set the size, to reserve space while the image loads. */
  readonly className: string;
  readonly onLoad?: ReactEventHandler<HTMLImageElement>;
}

export function Picture({ image, alt, sizes, className, onLoad }: PictureProps) {
  const { url, width, variants = [], placeholder, focalPoint } = image;
  if (url === '') return <div className={`bg-line ${className}`} />;
  const sources = variants.map((variant) => `${variant.url} ${variant.width}w`);
  const all = width === undefined ? sources : [...sources, `${url} ${width}w`];
  return (
    <img
      src={url}
      srcSet={sources.length > 0 ? all.join(', ') : undefined}
      sizes={sources.length > 0 ? sizes : undefined}
      alt={alt}
      loading="lazy"
      decoding="async"
      onLoad={onLoad}
      className={`bg-line bg-cover object-cover ${className}`}
      style={{
        ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
        ...(focalPoint && cropAt(focalPoint)),
      }}
    />
  );
}

/** Crops around the focal point. */
function cropAt({ x, y }: FocalPoint) {
  const position = `${x}% ${y}%`;
  return { objectPosition: position, backgroundPosition: position };
}
