import { createHash } from 'node:crypto';

/** Bytes that are sent often, with the copies that were compressed once. */
export interface Compressed {
  readonly tag: string;
  readonly body: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

export type Encoding = 'br' | 'gzip';

export function tagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** The smallest copy that the caller can read; nothing when that is the body itself. */
export function encodingFor(
  accepted: string | undefined,
  { br, gzip }: Pick<Compressed, Encoding>,
): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (br && /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (gzip && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return undefined;
}
