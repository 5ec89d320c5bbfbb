import type { SiteFonts, Theme } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { type AccentPair, accentPair } from './accent.ts';

export type FontPair = Exclude<SiteFonts, 'theme'>;

/** A color for the light and the dark scheme, each like #0b6e63. */
interface SchemeColors {
  readonly light: string;
  readonly dark: string;
}

/** What the product knows of a theme besides its stylesheet. */
export interface ThemeManifest {
  readonly name: string;
  /** Describes the theme to owners who choose one. */
  readonly note: string;
  /** The fonts of the theme, if the owner chooses no others. */
  readonly fonts: FontPair;
  /** The accent of the theme, if the owner chooses none. */
  readonly accent: string;
  /** The background of the page, which is `--ground` in the stylesheet. */
  readonly grounds: SchemeColors;
  /** Text and secondary text, which are `--ink` and `--soft` in the stylesheet. */
  readonly inks: SchemeColors;
  readonly softs: SchemeColors;
  /** How the Open Graph image arranges its text and pictures. The template has a function for each. */
  readonly cardLayout: 'paper' | 'grid' | 'gallery' | 'mono';
  /** The width of the portrait, as in the HTML attribute `sizes`, so that browsers load no wider copy. */
  readonly portraitSizes: string;
}

export const THEME_MANIFESTS: Readonly<Record<Theme, ThemeManifest>> = {
  paper: {
    name: 'Paper',
    note: 'An editorial page: a large serif name, then one project after another.',
    fonts: 'instrument-serif',
    accent: '#0b6e63',
    grounds: { light: '#fbf8f2', dark: '#12100e' },
    inks: { light: '#1f1915', dark: '#efece7' },
    softs: { light: '#5e5650', dark: '#b2ada6' },
    cardLayout: 'paper',
    portraitSizes: '(min-width: 60rem) 22vw, (min-width: 44rem) 29vw, 59vw',
  },
  grid: {
    name: 'Grid',
    note: 'Twelve columns, one bold typeface and one signal color.',
    fonts: 'inter-tight',
    accent: '#f0391a',
    grounds: { light: '#ffffff', dark: '#0d0d0d' },
    inks: { light: '#0d0d0d', dark: '#f5f5f5' },
    softs: { light: '#585858', dark: '#a8a8a8' },
    cardLayout: 'grid',
    portraitSizes: '(min-width: 44rem) 24vw, 38vw',
  },
  gallery: {
    name: 'Gallery',
    note: 'Pictures first, on a quiet wall, with small labels.',
    fonts: 'hanken-grotesk',
    accent: '#e94a2b',
    grounds: { light: '#faf8f7', dark: '#0f0d0c' },
    inks: { light: '#191514', dark: '#f1eded' },
    softs: { light: '#5f5958', dark: '#ada6a4' },
    cardLayout: 'gallery',
    portraitSizes: '(min-width: 60rem) 5vw, 15vw',
  },
  mono: {
    name: 'Mono',
    note: 'One typeface on one grid, set like a good manual page.',
    fonts: 'ibm-plex-mono',
    accent: '#52e492',
    grounds: { light: '#f5f8f6', dark: '#111512' },
    inks: { light: '#313733', dark: '#c8d0ca' },
    softs: { light: '#5b635d', dark: '#949e97' },
    cardLayout: 'mono',
    portraitSizes: '9.5rem',
  },
  folio: {
    name: 'Folio',
    note: 'For those who write: one serif, one column, and lists like a table of contents.',
    fonts: 'source-serif',
    accent: '#9b2d1f',
    grounds: { light: '#fcfbf8', dark: '#141315' },
    inks: { light: '#1c1c22', dark: '#e0ded8' },
    softs: { light: '#56575f', dark: '#aaa7a1' },
    cardLayout: 'paper',
    portraitSizes: '(min-width: 45rem) 9rem, max(20vw, 6rem)',
  },
};

/** The colors that a design paints: the accent of the owner, or that of the theme. */
export function accentOf({ theme, accent }: Pick<SiteSettings, 'theme' | 'accent'>): AccentPair {
  const manifest = THEME_MANIFESTS[theme];
  return accentPair(accent || manifest.accent, manifest.grounds);
}

export function fontPairOf({ theme, fonts }: Pick<SiteSettings, 'theme' | 'fonts'>): FontPair {
  return fonts === 'theme' ? THEME_MANIFESTS[theme].fonts : fonts;
}
