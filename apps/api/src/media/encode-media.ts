import { MEDIA_WORKER } from '../paths.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import type { MediaType } from './media-type.ts';
import { reusableProcess } from './reusable-process.ts';

export interface EncodeRequest {
  readonly type: MediaType;
  readonly bytes: Buffer;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface EncodedMedia extends Picture {
  /** Narrower copies in WebP, narrowest first. */
  readonly variants: readonly Picture[];
  /** A tiny WebP image in base64. */
  readonly placeholder: string;
}

export type EncodeResult = EncodedMedia | { readonly reason: string };

/** A photo takes 4 seconds of a core, and longer on a busy machine. */
const IMAGE_TIMEOUT_MS = 60_000;
const TIMEOUTS_MS: Partial<Record<MediaType, number>> = { svg: 10_000, pdf: 20_000 };

/** One file at a time, because one image can take hundreds of megabytes and all cores. */
const mediaProcess = reusableProcess<EncodeRequest, EncodeResult>(MEDIA_WORKER, {
  // A restore checks many icons in a row.
  idleMs: 5_000,
  timeoutMs: IMAGE_TIMEOUT_MS,
  // On a busy machine, the start takes seconds.
  startMs: 20_000,
  loadsNativeCode: true,
  // With more arenas, image decoding leaves hundreds of megabytes of unused memory.
  env: { MALLOC_ARENA_MAX: '2' },
});

/**
 * Re-encodes an image, sanitizes an SVG, or draws the first page of a PDF. Uploads are decoded in a
 * process of their own, which cannot read the settings or other files.
 */
export async function encodeMedia(type: MediaType, bytes: Buffer): Promise<EncodedMedia> {
  const result = await mediaProcess.ask({ type, bytes }, TIMEOUTS_MS[type]);
  if (!result) throw new InvalidMediaError(UNREADABLE);
  if ('reason' in result) throw new InvalidMediaError(result.reason);
  return result;
}
