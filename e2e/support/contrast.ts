import type { Locator } from '@playwright/test';
import sharp from 'sharp';

/** The highest contrast that anything in a picture has with the ground in its corner, as painted. */
export async function contrastOf(picture: Locator): Promise<number> {
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lights = Array.from({ length: info.width * info.height }, (_, place) =>
    luminanceOf(data.subarray(place * info.channels, place * info.channels + 3)),
  );
  const [ground = 0] = lights;
  return Math.max(...lights.map((light) => contrast(light, ground)));
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
