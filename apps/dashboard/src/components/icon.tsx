import type { Image } from '@vitrine/contract/media';
import { useState } from 'react';
import { type IconTone, toneOf } from './icon-tone.ts';

interface IconProps {
  readonly image: Image;
  /** Says its size: the place is there before the icon is. */
  readonly className: string;
}

/** An icon beside its name. One that would vanish on the page's ground is inverted: `styles.css`. */
export function Icon({ image, className }: IconProps) {
  const [tone, setTone] = useState<IconTone>('mixed');
  if (image.url === '') return <div className={`rounded-sm bg-line ${className}`} />;
  return (
    <img
      src={image.url}
      alt=""
      loading="lazy"
      decoding="async"
      data-icon-tone={tone}
      className={`object-contain ${className}`}
      onLoad={({ currentTarget }) => setTone(toneOf(currentTarget))}
    />
  );
}
