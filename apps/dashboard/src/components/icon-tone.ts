/**
 * Whether most of an icon would vanish on a dark or on a light ground. `unknown` where the browser
 * keeps its pixels from us, as it does with those of another host.
 */
export type IconTone = 'dark' | 'light' | 'mixed' | 'unknown';

const SIZE = 24;
/** A pixel of our own beside the icon: browsers that guard against fingerprinting change it. */
const PROBE = [1, 127, 254, 255] as const;
const LEAST_CONTRAST = 2;
/** How much light the cards give in the two themes: --card in styles.css. */
const GROUND = { dark: 0.011, light: 1 };

export function toneOf(image: HTMLImageElement): IconTone {
  const pixels = pixelsOf(image);
  if (!pixels) return 'unknown';
  let seen = 0;
  const vanishing = { dark: 0, light: 0 };
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    seen += 1;
    const light = luminanceOf(red, green, blue);
    if (contrast(light, GROUND.dark) < LEAST_CONTRAST) vanishing.dark += 1;
    if (contrast(light, GROUND.light) < LEAST_CONTRAST) vanishing.light += 1;
  }
  if (vanishing.dark > seen / 2) return 'dark';
  return vanishing.light > seen / 2 ? 'light' : 'mixed';
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
    if (PROBE.some((value, place) => probe[place] !== value)) return undefined;
    return context.getImageData(0, 0, SIZE, SIZE).data;
  } catch {
    return undefined;
  }
}

/** As WCAG 2 defines it. */
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
