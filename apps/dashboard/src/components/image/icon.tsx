import type { Image } from '@vitrine/contract/media';
import { useState } from 'react';
import { type IconTone, toneOf } from './icon-tone.ts';

interface IconProps {
  readonly image: Pick<Image, 'url'>;
  /** Its first letter is shown if there is no image. */
  readonly title?: string;
  /** Must set the size, to reserve space while the icon loads. */
  readonly className: string;
}

/** A decorative icon. If it has too little contrast with the page, styles.css inverts it. */
export function Icon({ image, title = '', className }: IconProps) {
  const [tone, setTone] = useState<IconTone>('mixed');
  if (image.url === '') return <LetterTile letter={firstLetter(title)} className={className} />;
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

interface LetterTileProps {
  readonly letter: string;
  readonly className: string;
}

function LetterTile({ letter, className }: LetterTileProps) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="7" className="fill-line" />
      <text
        x="16"
        y="16.5"
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-ink-2 text-[17px] font-semibold"
      >
        {letter}
      </text>
    </svg>
  );
}

/** A letter can be several characters, as in Hindi. A title can start with an emoji or a sign. */
export function firstLetter(title: string): string {
  const parts = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  return parts.find((part) => /^[\p{L}\p{N}]/u.test(part))?.toLocaleUpperCase() ?? '•';
}
