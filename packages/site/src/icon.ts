import type { ProfileContent } from '@vitrine/contract/public';
import type { SiteSettings } from '@vitrine/contract/site';
import { accentOf, THEME_MANIFESTS } from './themes.ts';
import { escapeXml } from './xml.ts';

/** The owner's initials on the accent, for browser tabs in both color schemes. */
export function drawIcon(
  { fullName }: Pick<ProfileContent, 'fullName'>,
  settings: SiteSettings,
): string {
  // The accent can be read on this color, and so can this color on the accent.
  const ink = THEME_MANIFESTS[settings.theme].grounds.light;
  const { color } = accentOf(settings).light;
  const letters = escapeXml(initialsOf(fullName));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${color}"/><text x="32" y="33" fill="${ink}" font-family="system-ui, sans-serif" font-size="30" font-weight="600" text-anchor="middle" dominant-baseline="central">${letters}</text></svg>
`;
}

/** The first letters of the first and the last name. */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const graphemes = new Intl.Segmenter('en');
  return [...new Set([words.at(0), words.at(-1)])]
    .map((word = '') => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}
