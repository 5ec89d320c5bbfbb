import type { ResumeFormat } from '@vitrine/contract/options';

/** The file name of a downloaded resume, for example `ada-lovelace-resume.pdf`. */
export function resumeFileName(fullName: string, format: ResumeFormat = 'pdf'): string {
  const words = fullName
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LATIN[letter] ?? '')
    .normalize('NFKD')
    // Removes accents and apostrophes.
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return [...words.join('-').slice(0, 80).split('-'), `resume.${format}`].filter(Boolean).join('-');
}

/** Letters that Unicode normalization does not decompose. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
