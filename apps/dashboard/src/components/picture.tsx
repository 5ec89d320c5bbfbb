import type { FocalPoint, Image } from '@vitrine/contract/media';
import type { ReactEventHandler } from 'react';

interface PictureProps {
  readonly image: Image;
  readonly alt: string;
  /** How wide it is shown, as in the attribute of the same name. */
  readonly sizes: string;
  /** Says its size: the place is there before the picture is. */
  readonly className: string;
  readonly onLoad?: ReactEventHandler<HTMLImageElement>;
}

export function Picture({ image, alt, sizes, className, onLoad }: PictureProps) {
  const { url, width, variants = [], placeholder, focalPoint } = image;
  if (url === '') return <div className={`bg-line ${className}`} />;
  const copies = variants.map((variant) => `${variant.url} ${variant.width}w`);
  const all = width === undefined ? copies : [...copies, `${url} ${width}w`];
  return (
    <img
      src={url}
      srcSet={copies.length > 0 ? all.join(', ') : undefined}
      sizes={copies.length > 0 ? sizes : undefined}
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

/** The focal point stays visible, however narrow or flat the picture is cropped. */
function cropAt({ x, y }: FocalPoint) {
  const position = `${x}% ${y}%`;
  return { objectPosition: position, backgroundPosition: position };
}
