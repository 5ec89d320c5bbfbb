import type { Image } from '@vitrine/contract/media';
import { useState } from 'react';
import { type IconTone, toneOf } from './icon-tone.ts';

interface IconProps {
  readonly image: Pick<Image, 'url'>;
  /** Must set the size, to reserve space while the icon loads. */
  readonly className: string;
}

/** A decorative icon. If it has too little contrast with the page, styles.css inverts it. */
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
