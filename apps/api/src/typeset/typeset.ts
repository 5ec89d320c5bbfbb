import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResumeTemplate } from '@vitrine/contract/options';
import { UnavailableError } from '../expected-error.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { reusableProcess } from '../media/reusable-process.ts';
import { TEMPLATES, TYPST_WORKER } from '../paths.ts';
import { CAN_TYPESET } from './can-typeset.ts';

/** Data for a template in `templates`, which draws all texts as they are. */
export interface TypesetRequest {
  readonly template: 'card' | `resume-${ResumeTemplate}`;
  /** A file, or the image of each page, or the text of each page as machines read it in the PDF. */
  readonly output: 'jpeg' | 'pdf' | 'svg' | 'text';
  readonly data: object;
  /** The template reads them as files with these names. */
  readonly pictures: Readonly<Record<string, TypesetPicture>>;
}

export interface TypesetPicture {
  readonly bytes: Uint8Array;
  /** The picture is made as small as possible while it still covers this area. */
  readonly width: number;
  readonly height: number;
  readonly isGray: boolean;
}

interface Typeset {
  /** The JPEG or the PDF. Empty for other outputs. */
  readonly bytes: Uint8Array;
  /** The SVG or the text of each page. Empty for other outputs. */
  readonly pages: readonly string[];
  readonly pageCount: number;
  /** Characters that no font has. A square replaces them. */
  readonly replaced: readonly string[];
}

export type TypesetResult = Typeset | { readonly error: string };

export const NO_TYPST = 'Vitrine can make PDFs only on Linux x64.';

export class TypesettingError extends UnavailableError {
  constructor(reason: string, options: { readonly cause?: unknown } = {}) {
    super(CAN_TYPESET ? 'This cannot be drawn right now. Please try again shortly.' : NO_TYPST, {
      ...options,
      reason,
    });
  }
}

/** A process and not a thread, because a thread cannot be stopped while it compiles. */
export const typesetter = reusableProcess<TypesetRequest, TypesetResult>(TYPST_WORKER, {
  idleMs: 30_000,
  // Takes less than a second, but much longer on a busy machine.
  timeoutMs: 10_000,
  startMs: 5_000,
  loadsNativeCode: true,
  // Otherwise Typst starts a thread for each core. On a large machine, they would exceed the limits of
  // the container or of systemd.
  env: { RAYON_NUM_THREADS: '1' },
});

export async function typeset(
  request: TypesetRequest,
): Promise<Omit<Typeset, 'bytes'> & { readonly bytes: Buffer }> {
  const result = await typesetter.ask(request);
  if (!result) throw new TypesettingError('The process failed or took too long.');
  if ('error' in result) throw new TypesettingError(result.error);
  const { buffer, byteOffset, byteLength } = result.bytes;
  return { ...result, bytes: Buffer.from(buffer, byteOffset, byteLength) };
}

/** Reads a stored picture, because the process cannot. */
export async function readPicture(name: string, media: MediaFiles): Promise<Buffer> {
  try {
    return Buffer.concat(await media.read(name).toArray());
  } catch (error) {
    throw new TypesettingError('A picture cannot be read.', { cause: error });
  }
}

let templates: string | undefined;

/** Changes with the content and with the templates. */
export function typesetKey(content: unknown): string {
  templates ??= hashJson(
    readdirSync(TEMPLATES)
      .sort()
      .map((file) => readFileSync(join(TEMPLATES, file), 'utf8')),
  );
  return hashJson([templates, content]);
}

function hashJson(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
