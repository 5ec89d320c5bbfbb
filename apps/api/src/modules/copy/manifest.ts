import { z } from 'zod';
import { isFilePath } from '../../is-file-path.ts';

/** In the copy itself. It lists the files that Vitrine has put there. */
export const MANIFEST = '.vitrine-copy.json';

/** In bytes. The largest sites have some 10,000 files. */
export const MAX_MANIFEST = 8 * 1024 * 1024;

export interface Manifest {
  /** The SHA-256 of each file. Empty for one that an interrupted update was about to put. */
  readonly files: ReadonlyMap<string, string>;
  /** Styles, scripts and fonts that no page names any more, and since when, in milliseconds. */
  readonly gone: ReadonlyMap<string, number>;
}

export const NO_FILES: Manifest = { files: new Map(), gone: new Map() };

// Anyone who can change the destination can change this list, so its paths must not lead elsewhere.
const Path = z
  .string()
  .max(500)
  .refine((path) => isFilePath(path) && path !== MANIFEST);

const Stored = z.strictObject({
  files: z.record(Path, z.string().regex(/^([0-9a-f]{64})?$/)),
  gone: z.record(Path, z.int().min(0)),
});

/** Reads a manifest. One that is damaged is as good as none: all files are then sent again. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { files, gone } = Stored.parse(JSON.parse(text));
    return { files: new Map(Object.entries(files)), gone: new Map(Object.entries(gone)) };
  } catch {
    return undefined;
  }
}

export function writeManifest({ files, gone }: Manifest): Buffer {
  const sorted = (map: ReadonlyMap<string, unknown>) => Object.fromEntries([...map].toSorted());
  return Buffer.from(`${JSON.stringify({ files: sorted(files), gone: sorted(gone) })}\n`);
}
