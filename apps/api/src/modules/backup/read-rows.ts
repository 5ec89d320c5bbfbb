import { UnusableBackup } from './archive.ts';

const MEGABYTE = 1024 * 1024;

/** The longest row that the tables take is some 70 KB of JSON. */
const LINE_LIMIT = MEGABYTE;
/** A million messages of the greatest length are 10 GB. */
const UNPACKED_LIMIT = 16 * 1024 * MEGABYTE;

const BATCH_LINES = 500;
const BATCH_BYTES = MEGABYTE;

/** Stops what unpacks to more than a backup can hold, all of its tables together. */
export function limitUnpacked(limit = UNPACKED_LIMIT) {
  let left = limit;
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw new UnusableBackup('This backup unpacks to more than a restore accepts.');
      yield chunk;
    }
  };
}

/**
 * The lines, some at a time: as many as fit well into memory, since a few kilobytes of an archive
 * may unpack to a line of any length.
 */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let pieces: Buffer[] = [];
  let length = 0;
  let batch: string[] = [];
  let batchBytes = 0;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf('\n', start);
      const piece = chunk.subarray(start, end < 0 ? chunk.length : end);
      pieces.push(piece);
      length += piece.length;
      if (length > LINE_LIMIT)
        throw new UnusableBackup('This backup holds a row of more than 1 MB.');
      if (end < 0) break;
      batch.push(Buffer.concat(pieces).toString());
      batchBytes += length;
      pieces = [];
      length = 0;
      start = end + 1;
      if (batch.length < BATCH_LINES && batchBytes < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      batchBytes = 0;
    }
  }
  if (length > 0) batch.push(Buffer.concat(pieces).toString());
  if (batch.length > 0) yield batch;
}
