import sharp, { type Sharp } from 'sharp';
import { InvalidMediaError } from './media-error.ts';

interface Picture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface EncodedRaster extends Picture {
  /** Narrower copies in WebP, narrowest first. */
  readonly variants: readonly Picture[];
  /** A few pixels, as a data: address. */
  readonly placeholder: string;
}

type RasterFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'avif';

const LARGEST_SIDE = 2560;
const WIDTHS = [320, 960, 1920];
const PIXEL_LIMIT = 40_000_000;
const SECONDS = 10;

// Only the formats that we accept are ever decoded, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);

/**
 * Decodes and encodes anew: what comes out is pixels, turned upright, without the camera's notes
 * and without anything else that was hidden in the file.
 */
export async function encodeRaster(bytes: Buffer, format: RasterFormat): Promise<EncodedRaster> {
  const mayMove = format === 'gif' || format === 'webp';
  // Of an animation the frames are stacked: the height is that of all of them.
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    limitInputPixels: false,
    animated: mayMove,
  }).metadata();
  if (width * height > PIXEL_LIMIT)
    throw new InvalidMediaError('has more than 40 megapixels. Make it smaller and try again.');
  const source = () =>
    sharp(bytes, { limitInputPixels: PIXEL_LIMIT, animated: mayMove, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: SECONDS })
      .resize({
        width: LARGEST_SIDE,
        height: LARGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      });
  return pages > 1 ? encodeMoving(source, format) : encodeStill(source, format);
}

/** Not `clone()`, which copies the bytes as well: some ten megabytes for each, while nobody is answered. */
type Source = () => Sharp;

/** Decoding is most of the work: it is done once, and every size is made from the pixels, together. */
async function encodeStill(source: Source, format: RasterFormat): Promise<EncodedRaster> {
  const { data, info } = await source().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () =>
    sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS });
  const [main, placeholder, ...variants] = await Promise.all([
    toPicture(encode(pixels(), format)),
    placeholderOf(pixels()),
    ...narrowerThan(width).map((one) => copyOf(pixels, one)),
  ]);
  return { ...main, variants, placeholder };
}

/** Each copy decodes all of the frames: together they would take a gigabyte. */
async function encodeMoving(source: Source, format: RasterFormat): Promise<EncodedRaster> {
  const main = await toPicture(encode(source(), format));
  const variants: Picture[] = [];
  for (const width of narrowerThan(main.width)) variants.push(await copyOf(source, width));
  return { ...main, variants, placeholder: await placeholderOf(sharp(main.bytes)) };
}

function narrowerThan(width: number): number[] {
  return WIDTHS.filter((one) => one < width);
}

function copyOf(source: Source, width: number): Promise<Picture> {
  return toPicture(source().resize({ width }).webp({ quality: 80, effort: 3 }));
}

/** Raw RGBA pixels, as a PDF page is painted. */
export async function encodePage(page: { bytes: Uint8Array; width: number; height: number }) {
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
  // Frames of an animation are stacked in one tall image.
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

async function placeholderOf(image: Sharp): Promise<string> {
  const tiny = await image
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer();
  return tiny.toString('base64');
}
