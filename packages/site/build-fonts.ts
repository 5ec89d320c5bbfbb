/** Collects the fonts of the site: their files, and the rules that load them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FontPair } from './src/themes.ts';

interface Font {
  /** The address of its package.json. */
  readonly package: string;
  readonly family: string;
  /** The files of each style, by their names without the subset. */
  readonly faces: readonly Face[];
  /** Fonts that devices have. They are scaled to take the same space until the font has loaded. */
  readonly fallbacks?: readonly LocalFont[];
  /** Per em. How far letters reach up and down is the same in every weight. */
  readonly metrics?: {
    readonly width: LetterWidth;
    readonly ascent: number;
    readonly descent: number;
  };
}

/** The width of an average letter of English text. Without `bold`, it is the same in every weight. */
interface LetterWidth {
  readonly regular: number;
  readonly bold?: number;
}

interface LocalFont {
  readonly names: readonly string[];
  readonly width: LetterWidth;
}

interface Face {
  readonly file: string;
  readonly weight: string;
  readonly style: 'normal' | 'italic';
  /** Whether the first view needs it. */
  readonly isFirst?: boolean;
}

const SANS: readonly LocalFont[] = [
  { names: ['Arial', 'Liberation Sans', 'Roboto'], width: { regular: 0.452, bold: 0.4831 } },
  { names: ['DejaVu Sans'], width: { regular: 0.5083, bold: 0.5784 } },
];
/** For headings: capitals are wide in Times, and a name that fits its line must not wrap until its font loads. */
const SERIF: readonly LocalFont[] = [
  { names: ['Times New Roman', 'Liberation Serif'], width: { regular: 0.439 } },
  { names: ['DejaVu Serif'], width: { regular: 0.5324 } },
];
/** For text. Times is set a little narrower than measured, because its capitals are wide. */
const SERIF_TEXT: readonly LocalFont[] = [
  { names: ['Times New Roman', 'Liberation Serif'], width: { regular: 0.405, bold: 0.4227 } },
  { names: ['DejaVu Serif'], width: { regular: 0.5067, bold: 0.5602 } },
];
const MONOSPACE: readonly LocalFont[] = [
  {
    names: ['Courier New', 'Liberation Mono', 'DejaVu Sans Mono', 'Menlo'],
    width: { regular: 0.6 },
  },
];

const INSTRUMENT_SERIF: Font = {
  package: import.meta.resolve('@fontsource/instrument-serif/package.json'),
  family: 'Instrument Serif',
  faces: [
    { file: '400-normal', weight: '400', style: 'normal', isFirst: true },
    { file: '400-italic', weight: '400', style: 'italic' },
  ],
  fallbacks: SERIF,
  metrics: { width: { regular: 0.341 }, ascent: 0.99, descent: 0.31 },
};
const GEIST: Font = {
  package: import.meta.resolve('@fontsource-variable/geist/package.json'),
  family: 'Geist',
  faces: variableFaces(),
  fallbacks: SANS,
  metrics: { width: { regular: 0.467, bold: 0.4934 }, ascent: 1.005, descent: 0.295 },
};
const INTER_TIGHT: Font = {
  package: import.meta.resolve('@fontsource-variable/inter-tight/package.json'),
  family: 'Inter Tight',
  faces: variableFaces(),
  fallbacks: SANS,
  metrics: { width: { regular: 0.4297, bold: 0.4522 }, ascent: 0.9688, descent: 0.2412 },
};
const HANKEN_GROTESK: Font = {
  package: import.meta.resolve('@fontsource-variable/hanken-grotesk/package.json'),
  family: 'Hanken Grotesk',
  faces: variableFaces(),
  fallbacks: SANS,
  metrics: { width: { regular: 0.45, bold: 0.4572 }, ascent: 1, descent: 0.303 },
};
const IBM_PLEX_MONO: Font = {
  package: import.meta.resolve('@fontsource/ibm-plex-mono/package.json'),
  family: 'IBM Plex Mono',
  faces: [
    { file: '400-normal', weight: '400', style: 'normal', isFirst: true },
    { file: '600-normal', weight: '600', style: 'normal', isFirst: true },
    { file: '400-italic', weight: '400', style: 'italic' },
  ],
  fallbacks: MONOSPACE,
  metrics: { width: { regular: 0.6 }, ascent: 1.025, descent: 0.275 },
};
const SOURCE_SERIF: Font = {
  package: import.meta.resolve('@fontsource/source-serif-4/package.json'),
  family: 'Source Serif 4',
  faces: [
    { file: '400-normal', weight: '400', style: 'normal', isFirst: true },
    { file: '400-italic', weight: '400', style: 'italic', isFirst: true },
    { file: '600-normal', weight: '600', style: 'normal' },
  ],
  fallbacks: SERIF_TEXT,
  metrics: { width: { regular: 0.4704, bold: 0.477 }, ascent: 1.036, descent: 0.335 },
};
/** For code, which is never in the first view. */
const GEIST_MONO: Font = {
  package: import.meta.resolve('@fontsource-variable/geist-mono/package.json'),
  family: 'Geist Mono',
  faces: [{ file: 'wght-normal', weight: '100 900', style: 'normal' }],
};

/** `letter` is the width of an average letter of a large heading in em, to fit a name to the page. */
const PAIRS: Readonly<
  Record<FontPair, { head: Font; text: Font; code: Font; generic: string; letter: number }>
> = {
  'instrument-serif': {
    head: INSTRUMENT_SERIF,
    text: GEIST,
    code: GEIST_MONO,
    generic: 'Georgia,serif',
    letter: 0.365,
  },
  'inter-tight': sansPair(INTER_TIGHT, 0.5),
  'hanken-grotesk': sansPair(HANKEN_GROTESK, 0.5),
  'ibm-plex-mono': {
    head: IBM_PLEX_MONO,
    text: IBM_PLEX_MONO,
    code: IBM_PLEX_MONO,
    generic: 'ui-monospace,monospace',
    letter: 0.58,
  },
  'source-serif': {
    head: SOURCE_SERIF,
    text: SOURCE_SERIF,
    code: GEIST_MONO,
    generic: 'Georgia,serif',
    letter: 0.52,
  },
};

/** Stores a file under a name with a hash of its content, and returns that name. */
export type AddAsset = (name: string, extension: string, content: Buffer) => string;

interface PairStyles {
  readonly css: string;
  /** The names of the files that the first view needs. */
  readonly preloads: readonly string[];
}

/** Returns the rules of a pair of fonts, which set the custom properties that themes use. */
export function collectFonts(pair: FontPair, addAsset: AddAsset): PairStyles {
  const { head, text, code, generic, letter } = PAIRS[pair];
  const preloads: string[] = [];
  const rules = [...new Set([head, text, code])].flatMap((font) => [
    ...font.faces.flatMap((face) => faceRules(font, face)),
    ...fallbackRules(font),
  ]);
  const sans = 'system-ui,sans-serif';
  const properties = [
    `--font-head:${listFamilies(head, generic)}`,
    `--font-text:${listFamilies(text, text === head ? generic : sans)}`,
    `--font-code:${listFamilies(code, 'ui-monospace,monospace')}`,
    `--letter:${letter}`,
  ];
  return { css: [...rules, `:root{${properties.join(';')}}`].join('\n'), preloads };

  /** One rule for each subset: browsers load the subsets whose characters are on the page. */
  function faceRules(font: Font, { file, weight, style, isFirst }: Face): string[] {
    const folder = dirname(fileURLToPath(font.package));
    const ranges: Record<string, string> = JSON.parse(
      readFileSync(join(folder, 'unicode.json'), 'utf8'),
    );
    const prefix = basename(folder);
    const files = readdirSync(join(folder, 'files'));
    return Object.entries(ranges).flatMap(([subset, range]) => {
      // In code, rare characters can be in a font of the device.
      if (font === GEIST_MONO && /symbols|ext$|vietnamese/.test(subset)) return [];
      const name = `${prefix}-${subset}-${file}`;
      if (!files.includes(`${name}.woff2`)) return [];
      const asset = addAsset(name, 'woff2', readFileSync(join(folder, 'files', `${name}.woff2`)));
      if (isFirst && subset === 'latin') preloads.push(asset);
      return `@font-face{font-family:"${font.family}";font-style:${style};font-weight:${weight};font-display:swap;src:url(${asset}) format("woff2");unicode-range:${range}}`;
    });
  }
}

function listFamilies({ family, fallbacks = [] }: Font, generic: string): string {
  const families = [family, ...fallbacks.map((_, index) => fallbackName(family, index))];
  return [...families.map((name) => `"${name}"`), generic].join(',');
}

function fallbackName(family: string, index: number): string {
  return `${family} Fallback ${index + 1}`;
}

function fallbackRules({ family, fallbacks = [], metrics }: Font): string[] {
  if (!metrics) return [];
  const { width, ascent, descent } = metrics;
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  return fallbacks.flatMap((local, index) => {
    const rule = (suffix: string, scale: number, weight = '') => {
      const sources = local.names.map((name) => `local("${name}${suffix}")`).join(',');
      return `@font-face{font-family:"${fallbackName(family, index)}";${weight}src:${sources};size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};descent-override:${percent(descent / scale)};line-gap-override:0%}`;
    };
    const regular = rule('', width.regular / local.width.regular);
    if (!width.bold || !local.width.bold) return [regular];
    return [regular, rule(' Bold', width.bold / local.width.bold, 'font-weight:501 900;')];
  });
}

function variableFaces(): readonly Face[] {
  return [
    { file: 'wght-normal', weight: '100 900', style: 'normal', isFirst: true },
    { file: 'wght-italic', weight: '100 900', style: 'italic' },
  ];
}

function sansPair(font: Font, letter: number) {
  return { head: font, text: font, code: GEIST_MONO, generic: 'system-ui,sans-serif', letter };
}
