import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface FormToken {
  /** When the form was shown, in seconds. */
  readonly shownAt: number;
  /** The only spelling of a token that cannot vary, so it is what a used token is known by. */
  readonly signature: Buffer;
}

/** A token that says when a form was shown. Only we can make one, and no two are the same. */
export function signFormToken(key: Buffer, shownAt: number): string {
  const time = Math.floor(shownAt).toString(36);
  const nonce = randomBytes(12).toString('base64url');
  return `${time}.${nonce}.${signatureOf(key, time, nonce).toString('base64url')}`;
}

/** What a token says, or nothing if it is not ours. */
export function readFormToken(key: Buffer, token: string | undefined): FormToken | undefined {
  const [time = '', nonce = '', given = ''] = token?.split('.') ?? [];
  const claimed = Buffer.from(given, 'base64url');
  const signature = signatureOf(key, time, nonce);
  if (claimed.length !== signature.length || !timingSafeEqual(claimed, signature)) return undefined;
  return { shownAt: Number.parseInt(time, 36), signature };
}

function signatureOf(key: Buffer, time: string, nonce: string): Buffer {
  return createHmac('sha256', key).update(`form ${time}.${nonce}`).digest();
}
