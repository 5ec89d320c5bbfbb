/**
 * Part of the build: copies the fonts of the templates and their licenses to `dist/fonts`, so that
 * production does not install the font packages.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { FONTS } from '../paths.ts';

const require = createRequire(import.meta.url);
const chinese = dirname(dirname(require.resolve('@embedpdf/fonts-sc')));

const TEMPLATE_FONTS = [
  require.resolve('@expo-google-fonts/instrument-serif/400Regular/InstrumentSerif_400Regular.ttf'),
  require.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  require.resolve('@expo-google-fonts/geist/500Medium/Geist_500Medium.ttf'),
  require.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  require.resolve(
    '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  ),
  require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/inter-tight/600SemiBold/InterTight_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/hanken-grotesk/300Light/HankenGrotesk_300Light.ttf'),
  require.resolve('@expo-google-fonts/hanken-grotesk/500Medium/HankenGrotesk_500Medium.ttf'),
  require.resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
  require.resolve('@expo-google-fonts/ibm-plex-mono/600SemiBold/IBMPlexMono_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
];
/** Every template can draw the characters of these, because `families` in `text.typ` lists them. */
const FALLBACK_FONTS = [
  require.resolve('@expo-google-fonts/inter-tight/400Regular/InterTight_400Regular.ttf'),
  require.resolve('@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  require.resolve(
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ),
  require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  require.resolve(
    '@expo-google-fonts/zen-kaku-gothic-new/400Regular/ZenKakuGothicNew_400Regular.ttf',
  ),
  join(chinese, 'fonts/NotoSansHans-Regular.otf'),
  require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
];

/** Collects the fonts, unless they are complete. */
export async function collectFonts(): Promise<void> {
  const fonts = [...TEMPLATE_FONTS, ...FALLBACK_FONTS];
  const coverage = join(FONTS, 'coverage.json');
  const files = [coverage, ...fonts.map((font) => join(FONTS, basename(font)))];
  if (files.every((file) => existsSync(file))) return;

  await mkdir(FONTS, { recursive: true });
  for (const font of fonts) {
    await copyFile(font, join(FONTS, basename(font)));
    await copyFile(findLicense(font), join(FONTS, `${basename(font)}.license.txt`));
  }
  const points = new Set<number>();
  for (const font of FALLBACK_FONTS)
    for (const point of readCodePoints(await readFile(font))) points.add(point);
  await writeFile(coverage, JSON.stringify(toRanges(points)));
}

function findLicense(font: string): string {
  const folder = dirname(dirname(font));
  const license = join(folder, 'LICENSE_FONT');
  return existsSync(license) ? license : join(folder, 'LICENSE');
}

/** The first and last code points of each range, in one sorted list. */
function toRanges(points: Iterable<number>): number[] {
  const ranges: number[] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point;
    else ranges.push(point, point);
  }
  return ranges;
}

/** The characters that a font has, by its table `cmap` in the formats 4 and 12. */
function* readCodePoints(font: Buffer): Iterable<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('The font has no characters.');
  const cmap = font.readUInt32BE(entry + 8);
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 8 + index * 8);
    if (font.readUInt16BE(at) === 4) yield* readSegments(font, at);
    if (font.readUInt16BE(at) === 12) yield* readGroups(font, at);
  }
}

function* readSegments(font: Buffer, at: number): Iterable<number> {
  const size = font.readUInt16BE(at + 6);
  const [lasts, firsts] = [at + 14, at + 16 + size];
  const [deltas, offsets] = [firsts + size, firsts + size * 2];
  for (let segment = 0; segment < size; segment += 2) {
    const first = font.readUInt16BE(firsts + segment);
    const last = Math.min(font.readUInt16BE(lasts + segment), 0xfffe);
    const delta = font.readUInt16BE(deltas + segment);
    const offset = font.readUInt16BE(offsets + segment);
    for (let point = first; point <= last; point += 1) {
      const glyph =
        offset === 0
          ? (point + delta) & 0xffff
          : font.readUInt16BE(offsets + segment + offset + (point - first) * 2);
      if (glyph !== 0) yield point;
    }
  }
}

function* readGroups(font: Buffer, at: number): Iterable<number> {
  for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
    const first = font.readUInt32BE(at + 16 + group * 12);
    const last = font.readUInt32BE(at + 20 + group * 12);
    for (let point = first; point <= last; point += 1) yield point;
  }
}

if (import.meta.main) await collectFonts();
