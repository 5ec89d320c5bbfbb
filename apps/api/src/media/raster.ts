import sharp, { type Sharp } from 'sharp';
import type { EncodedMedia, Picture } from './encode-media.ts';
import { PIXEL_LIMIT, restrictFormats } from './image-formats.ts';
import { InvalidMediaError } from './media-error.ts';
import type { Page } from './render-first-page.ts';

type RasterFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'avif';

const MAX_SIDE = 2560;
/**
 * A thumbnail, a portrait, a phone with two pixels per CSS pixel (with and without margins) and with
 * three, and a desktop.
 */
const WIDTHS = [320, 480, 720, 828, 1200, 1920];

restrictFormats();

/**
 * Re-encodes an image. The result is upright and has no metadata or other data hidden in the file.
 */
export async function encodeRaster(bytes: Buffer, format: RasterFormat): Promise<EncodedMedia> {
  const mayBeAnimated = format === 'gif' || format === 'webp';
  // The frames of an animation are stacked, so the height is that of all frames.
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    limitInputPixels: false,
    animated: mayBeAnimated,
  }).metadata();
  if (width * height > PIXEL_LIMIT)
    throw new InvalidMediaError('has more than 40 megapixels. Make it smaller and try again.');
  const source = () =>
    sharp(bytes, { limitInputPixels: PIXEL_LIMIT, animated: mayBeAnimated, failOn: 'error' })
      .autoOrient()
      .resize({
        width: MAX_SIDE,
        height: MAX_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      });
  return pages > 1 ? encodeAnimation(source, format) : encodeStill(source, format);
}

/** Not `clone()`, which copies the bytes. */
type Source = () => Sharp;

/** Decodes once, which is most of the work, and encodes all sizes in parallel. */
async function encodeStill(source: Source, format: RasterFormat): Promise<EncodedMedia> {
  const { data, info } = await source().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const [main, placeholder, ...variants] = await Promise.all([
    toPicture(encode(pixels(), format)),
    makePlaceholder(pixels()),
    ...narrowerThan(width).map((one) => makeCopy(pixels, one)),
  ]);
  return { ...main, variants, placeholder };
}

/** Encodes the sizes one at a time: in parallel they would take 1 GB of memory. */
async function encodeAnimation(source: Source, format: RasterFormat): Promise<EncodedMedia> {
  const main = await toPicture(encode(source(), format));
  const variants: Picture[] = [];
  for (const width of narrowerThan(main.width)) variants.push(await makeCopy(source, width));
  return { ...main, variants, placeholder: await makePlaceholder(sharp(main.bytes)) };
}

function narrowerThan(width: number): number[] {
  return WIDTHS.filter((one) => one < width);
}

function makeCopy(source: Source, width: number): Promise<Picture> {
  return toPicture(source().resize({ width }).webp({ quality: 75, effort: 3 }));
}

/** Encodes the raw RGBA pixels of a PDF page. */
export async function encodePage(page: Page): Promise<EncodedMedia> {
  const png = await sharp(page.bytes, {
    raw: { width: page.width, height: page.height, channels: 4 },
  })
    .flatten({ background: 'white' })
    .png()
    .toBuffer();
  return encodeRaster(png, 'png');
}

function encode(image: Sharp, format: RasterFormat): Sharp {
  switch (format) {
    case 'png':
      return image.png();
    case 'jpg':
      return image.jpeg({ quality: 85, mozjpeg: true });
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp({ quality: 85 });
    case 'avif':
      return image.avif({ quality: 60, effort: 1 });
  }
}

async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

async function makePlaceholder(image: Sharp): Promise<string> {
  const tiny = await image
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer();
  return tiny.toString('base64');
}
