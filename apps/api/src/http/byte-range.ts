import type { ByteRange } from '../media/media-files.ts';

/** Parses a single byte range. Multiple or invalid ranges return undefined: the whole file is sent. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : 'outside';
}
