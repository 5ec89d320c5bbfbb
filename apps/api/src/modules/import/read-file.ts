import { limitInFlight } from '../../concurrency.ts';
import { reusableProcess } from '../../media/reusable-process.ts';
import { IMPORT_WORKER } from '../../paths.ts';
import { type Imported, UnreadableImportError } from './imported.ts';

export interface ReadRequest {
  readonly bytes: Uint8Array;
}

export type ReadResult = { readonly imported: Imported } | { readonly reason: string };

/** A hostile file can take all of the time and memory of the process that reads it, which then ends. */
const importProcess = reusableProcess<ReadRequest, ReadResult>(IMPORT_WORKER, {
  idleMs: 10_000,
  timeoutMs: 10_000,
  startMs: 20_000,
});
const run = limitInFlight(4);

/** Reads a JSON Resume or the ZIP of a LinkedIn export. The content decides, not the name. */
export async function readFile(bytes: Buffer): Promise<Imported> {
  const result = await run(() => importProcess.ask({ bytes }));
  if (!result) throw new UnreadableImportError('This file cannot be read. Choose another one.');
  if ('reason' in result) throw new UnreadableImportError(result.reason);
  return result.imported;
}
