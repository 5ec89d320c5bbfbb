import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 128 random bits: no number of guesses finds a link. */
export function newViewToken(): string {
  return randomBytes(16).toString('base64url');
}

export function isViewToken(token: string): boolean {
  return /^[\w-]{22}$/.test(token);
}

export function hashViewToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Encrypts a token, so that the owner can copy the link again. It belongs to one view. */
export function sealToken(key: Buffer, id: string, token: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(token), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if another key has encrypted it, as after a restore on another server. */
export function openToken(key: Buffer, id: string, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(id))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
