import { limitInFlight } from '../../concurrency.ts';
import { reusableProcess } from '../../media/reusable-process.ts';
import { IMPORT_WORKER } from '../../paths.ts';
import type { OrcidRecord } from './fetch-orcid.ts';
import { type Imported, UnreadableImportError } from './imported.ts';

/** A file, or what a service returned. */
export type ReadRequest =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly csl: readonly string[]; readonly problems: readonly string[] }
  | { readonly orcid: OrcidRecord };

export type ReadResult = { readonly imported: Imported } | { readonly reason: string };

/** A hostile file can take all of the time and memory of the process that reads it, which then ends. */
const importProcess = reusableProcess<ReadRequest, ReadResult>(IMPORT_WORKER, {
  idleMs: 10_000,
  // Thousands of posts take seconds, and several times as long on a small or busy machine.
  timeoutMs: 30_000,
  startMs: 20_000,
});
const run = limitInFlight(4);

/**
 * Reads a JSON Resume, the ZIP of a LinkedIn export, Markdown, BibTeX or RIS, or publications from a
 * service. The content decides, besides the extension of Markdown, which can be any text.
 */
export async function readFile(request: ReadRequest): Promise<Imported> {
  const result = await run(() => importProcess.ask(request));
  if (!result) throw new UnreadableImportError('This file cannot be read. Choose another one.');
  if ('reason' in result) throw new UnreadableImportError(result.reason);
  return result.imported;
}
