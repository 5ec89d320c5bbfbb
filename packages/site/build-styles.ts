/** Collects the stylesheets of the site, minified, with the files of its fonts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordOf } from '@vitrine/contract/collections';
import { SITE_FONTS, THEMES } from '@vitrine/contract/options';
import { type AddAsset, collectFonts } from './build-fonts.ts';
import { minifyCss } from './src/minify-css.ts';
import { THEME_MANIFESTS } from './src/themes.ts';

const FONT_PAIRS = SITE_FONTS.filter((fonts) => fonts !== 'theme');

/** The preloads are the names of the files that the first view needs, for each pair of fonts and each theme. */
export function collectStyles(addAsset: AddAsset) {
  const fonts = recordOf(FONT_PAIRS, (pair) => collectFonts(pair, addAsset));
  return {
    sources: {
      base: minifyCss(readStyle('base') + attributeRules()),
      print: minifyCss(readStyle('print')),
      themes: recordOf(THEMES, (theme) => minifyCss(readStyle(theme) + readStyle('phone'))),
      fonts: recordOf(FONT_PAIRS, (pair) => minifyCss(fonts[pair].css)),
    },
    preloads: {
      ...recordOf(FONT_PAIRS, (pair) => fonts[pair].preloads),
      ...recordOf(THEMES, (theme) => fonts[THEME_MANIFESTS[theme].fonts].preloads),
    },
  };
}

/** Pages have no inline styles, so that these rules turn their numbers into custom properties. */
function attributeRules(): string {
  const tenths = Array.from({ length: 11 }, (_, index) => index * 10);
  const counts = Array.from({ length: 40 }, (_, index) => index + 1);
  const ratios = Array.from({ length: 26 }, (_, index) => (index + 5) / 10);
  return [
    ...tenths.map((percent) => `[data-focal-x="${percent}"]{--focal-x:${percent}%}`),
    ...tenths.map((percent) => `[data-focal-y="${percent}"]{--focal-y:${percent}%}`),
    ...counts.map((count) => `[data-chars="${count}"]{--chars:${count}}`),
    ...ratios.map((ratio) => `[data-ratio="${ratio}"]{--ratio:${ratio}}`),
    ...counts.slice(0, 12).map(noteRules),
  ].join('\n');
}

/** A note stands beside its reference, or below the note before it. Later notes stay at the end. */
function noteRules(number: number): string {
  const above = `anchor(--n${number - 1} bottom,0px)`;
  return `[data-footnote-ref="${number}"]{anchor-name:--r${number}}
.footnotes li:nth-child(${number}){anchor-name:--n${number};--at:max(anchor(--r${number} top),${above})}`;
}

function readStyle(name: string): string {
  return readFileSync(join(import.meta.dirname, 'src/themes', `${name}.css`), 'utf8');
}
