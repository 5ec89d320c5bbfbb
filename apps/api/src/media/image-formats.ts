import sharp from 'sharp';

/** The formats of stored pictures, which are those that uploads may have. */
const LOADERS = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

export const PIXEL_LIMIT = 40_000_000;

/** Makes sharp decode only these formats and those that the caller adds, in this process. */
export function restrictFormats(others: readonly string[] = []): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...LOADERS, ...others] });
  sharp.cache(false);
}
