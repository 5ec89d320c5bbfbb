import { BackupError } from './archive.ts';

const MEGABYTE = 1024 * 1024;

/** The longest project and its draft are 0.8 MB of JSON if every character is escaped. A revision contains them twice. */
const LINE_LIMIT = 2 * MEGABYTE;
/** A million messages of maximum length are 10 GB. */
const UNPACKED_LIMIT = 16 * 1024 * MEGABYTE;

const BATCH_LINES = 500;
const BATCH_BYTES = MEGABYTE;

/** Limits the unpacked size of all tables together, against decompression bombs. */
export function limitUnpacked(limit = UNPACKED_LIMIT) {
  let left = limit;
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw new BackupError('This backup is too large when unpacked.');
      yield chunk;
    }
  };
}

/** Yields the lines in batches of limited size, since a small archive may unpack to a huge line. */
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
        throw new BackupError('This backup contains a row larger than 2 MB.');
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
