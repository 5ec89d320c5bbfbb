import type { Locator } from '@playwright/test';
import sharp from 'sharp';

/** Returns the highest contrast between any pixel of an image and the background in its corner. */
export async function contrastOf(picture: Locator): Promise<number> {
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luminances = Array.from({ length: info.width * info.height }, (_, pixel) =>
    luminanceOf(data.subarray(pixel * info.channels, pixel * info.channels + 3)),
  );
  const [background = 0] = luminances;
  return Math.max(...luminances.map((luminance) => contrast(luminance, background)));
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminanceOf(rgb: Uint8Array): number {
  const [red = 0, green = 0, blue = 0] = [...rgb].map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
