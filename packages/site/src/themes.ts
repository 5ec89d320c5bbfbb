import type { SiteFonts, Theme } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { type AccentPair, accentPair } from './accent.ts';

export type FontPair = Exclude<SiteFonts, 'theme'>;

/** What the product knows of a theme besides its stylesheet. */
export interface ThemeManifest {
  readonly name: string;
  /** The fonts of the theme, if the owner chooses no others. */
  readonly fonts: FontPair;
  /** The accent of the theme, if the owner chooses none. */
  readonly accent: string;
  /** The grounds that text stands on, as in `--ground` of the stylesheet. */
  readonly grounds: { readonly light: string; readonly dark: string };
  /** The width of the portrait, as in the HTML attribute `sizes`, so that browsers load no wider copy. */
  readonly portraitSizes: string;
}

export const THEME_MANIFESTS: Readonly<Record<Theme, ThemeManifest>> = {
  paper: {
    name: 'Paper',
    fonts: 'instrument-serif',
    accent: '#0b6e63',
    grounds: { light: '#fbf8f2', dark: '#12100e' },
    portraitSizes: '(min-width: 60rem) 22vw, (min-width: 44rem) 29vw, 59vw',
  },
  grid: {
    name: 'Grid',
    fonts: 'inter-tight',
    accent: '#f0391a',
    grounds: { light: '#ffffff', dark: '#0d0d0d' },
    portraitSizes: '(min-width: 44rem) 24vw, 38vw',
  },
  gallery: {
    name: 'Gallery',
    fonts: 'hanken-grotesk',
    accent: '#e94a2b',
    grounds: { light: '#faf8f7', dark: '#0f0d0c' },
    portraitSizes: '(min-width: 60rem) 5vw, 15vw',
  },
  mono: {
    name: 'Mono',
    fonts: 'ibm-plex-mono',
    accent: '#52e492',
    grounds: { light: '#f5f8f6', dark: '#111512' },
    portraitSizes: '9.5rem',
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
