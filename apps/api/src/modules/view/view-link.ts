import { createHash, randomBytes } from 'node:crypto';

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
