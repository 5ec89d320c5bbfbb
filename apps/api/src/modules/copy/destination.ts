import type { Manifest } from './manifest.ts';
import type { CopyFile } from './plan-update.ts';

/** Where a copy is. All methods fail with a CopyError if something is wrong with the destination. */
export interface Destination {
  /** How many files are sent at the same time. */
  readonly parallel: number;
  /** The files in one update. Those of a larger one follow an hour later. */
  readonly maxFiles: number;
  /** When the token stops working, if the requests so far have said that. */
  tokenExpiresAt?(): Date | undefined;
  /** Returns the manifest, or undefined if there is none or a damaged one. */
  read(): Promise<Manifest | undefined>;
  /**
   * Notes which files are about to be sent, and which have been. Not needed if visitors see all changes at
   * once.
   */
  note?(during: Manifest): Promise<void>;
  put(file: CopyFile): Promise<void>;
  remove(path: string): Promise<void>;
  /** Stores the manifest. After it, visitors see the whole copy. */
  finish(after: Manifest): Promise<void>;
  /** For a test: fails unless the place exists and can be opened. */
  reach(): Promise<string>;
  /** For a test: writes a small file, and returns the functions that read and delete it. */
  tryWrite(bytes: Buffer): Promise<{ read(): Promise<Buffer>; remove(): Promise<void> }>;
}
