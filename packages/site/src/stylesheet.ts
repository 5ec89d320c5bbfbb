import type { SiteSettings } from '@vitrine/contract/site';
import { accentOf, type FontPair, fontPairOf, THEME_MANIFESTS } from './themes.ts';

/** The stylesheets that the build collects. */
export interface StyleSources {
  readonly base: string;
  readonly print: string;
  readonly themes: Readonly<Record<SiteSettings['theme'], string>>;
  readonly fonts: Readonly<Record<FontPair, string>>;
}

/**
 * The one stylesheet of a design: the theme, its colors, the accent, the fonts and the owner's CSS. The layers
 * order them, so that the owner's rules win without `!important`.
 */
export function makeStylesheet(
  settings: Pick<SiteSettings, 'theme' | 'accent' | 'fonts'>,
  ownerCss: string,
  { base, print, themes, fonts }: StyleSources,
): string {
  const { light, dark } = accentOf(settings);
  const accent = `:root{--accent-light:${light.color};--accent-dark:${dark.color}}`;
  const { grounds, inks, softs } = THEME_MANIFESTS[settings.theme];
  const colors = Object.entries({ ground: grounds, ink: inks, soft: softs }).map(
    ([name, color]) => `--${name}:light-dark(${color.light},${color.dark})`,
  );
  return [
    '@layer base,theme,print,owner;',
    `@layer base{${fonts[fontPairOf(settings)]}${base}${accent}}`,
    `@layer theme{:root{${colors.join(';')}}${themes[settings.theme]}}`,
    `@layer print{${print}}`,
    ownerCss && `@layer owner{${ownerCss}}`,
  ].join('\n');
}
