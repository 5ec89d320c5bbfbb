/**
 * Whether most of an icon is invisible on a dark or on a light background. `unknown` if the browser
 * does not let us read the pixels, as with images from another origin.
 */
export type IconTone = 'dark' | 'light' | 'mixed' | 'unknown';

const SIZE = 24;
/** A control pixel next to the icon. Browsers that block fingerprinting change its color. */
const PROBE = [1, 127, 254, 255] as const;
const MIN_CONTRAST = 2;
/** The luminance of --card (styles.css) in each theme. */
const BACKGROUND = { dark: 0.011, light: 1 };

export function toneOf(image: HTMLImageElement): IconTone {
  const pixels = pixelsOf(image);
  if (!pixels) return 'unknown';
  let visible = 0;
  const hidden = { dark: 0, light: 0 };
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    visible += 1;
    const luminance = luminanceOf(red, green, blue);
    if (contrast(luminance, BACKGROUND.dark) < MIN_CONTRAST) hidden.dark += 1;
    if (contrast(luminance, BACKGROUND.light) < MIN_CONTRAST) hidden.light += 1;
  }
  if (hidden.dark > visible / 2) return 'dark';
  return hidden.light > visible / 2 ? 'light' : 'mixed';
}

function pixelsOf(image: HTMLImageElement): Uint8ClampedArray | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE + 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(image, 0, 0, SIZE, SIZE);
  context.fillStyle = `rgb(${PROBE[0]} ${PROBE[1]} ${PROBE[2]})`;
  context.fillRect(0, SIZE, 1, 1);
  try {
    const probe = context.getImageData(0, SIZE, 1, 1).data;
    if (PROBE.some((value, index) => probe[index] !== value)) return undefined;
    return context.getImageData(0, 0, SIZE, SIZE).data;
  } catch {
    return undefined;
  }
}

/** Relative luminance, as defined by WCAG 2. */
function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
