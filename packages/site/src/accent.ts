/** The accent on one ground: a color like #0b6e63, and its contrast with the ground. */
export interface AccentColor {
  readonly color: string;
  readonly ratio: number;
}

/** The colors of an accent on the light and on the dark ground of a theme. */
export interface AccentPair {
  readonly light: AccentColor;
  readonly dark: AccentColor;
}

/** WCAG 2.2, level AA, for text of any size. */
export const MIN_CONTRAST = 4.5;

/** Of lightness, which is from 0 to 1. */
const PRECISION = 0.0005;

/**
 * Returns the accent as chosen wherever it can be read, and otherwise with the smallest change of
 * lightness in OKLCH that makes it readable. Hue stays, and chroma as far as the screen can show it.
 */
export function accentPair(
  accent: string,
  grounds: { readonly light: string; readonly dark: string },
): AccentPair {
  return {
    light: readableOn(grounds.light, accent),
    dark: readableOn(grounds.dark, accent),
  };
}

/** The contrast of two colors, from 1 to 21. */
export function measureContrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [measureLuminance(first), measureLuminance(second)].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function readableOn(ground: string, accent: string): AccentColor {
  const ratio = measureContrast(ground, accent);
  if (ratio >= MIN_CONTRAST) return { color: accent, ratio };
  const { lightness, chroma, hue } = toOklch(accent);
  const limit = measureContrast(ground, '#000000') > measureContrast(ground, '#ffffff') ? 0 : 1;
  let [unreadable, readable] = [lightness, limit];
  let color = limit === 0 ? '#000000' : '#ffffff';
  while (Math.abs(readable - unreadable) > PRECISION) {
    const middle = (unreadable + readable) / 2;
    const candidate = toHex({ lightness: middle, chroma, hue });
    if (measureContrast(ground, candidate) < MIN_CONTRAST) unreadable = middle;
    else [readable, color] = [middle, candidate];
  }
  return { color, ratio: measureContrast(ground, color) };
}

interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  /** In radians. */
  readonly hue: number;
}

type Rgb = readonly [number, number, number];

/** The formulas and numbers are those of https://bottosson.github.io/posts/oklab/. */
function toOklch(color: string): Oklch {
  const [red, green, blue] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function toRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Lowers the chroma of a color that screens cannot show. */
function toHex(color: Oklch): string {
  let rgb = toRgb(color);
  let [low, high] = [0, color.chroma];
  for (let round = 0; round < 12 && !isShowable(toRgb({ ...color, chroma: high })); round += 1) {
    const chroma = (low + high) / 2;
    rgb = toRgb({ ...color, chroma });
    if (isShowable(rgb)) low = chroma;
    else high = chroma;
  }
  return `#${rgb.map(encode).join('')}`;
}

function isShowable(rgb: Rgb): boolean {
  return rgb.every((channel) => channel > -0.0005 && channel < 1.0005);
}

function toLinear(color: string): Rgb {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function encode(linear: number): string {
  const value = Math.min(Math.max(linear, 0), 1);
  const channel = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0');
}

function measureLuminance(color: string): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
