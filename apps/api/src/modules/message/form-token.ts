import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface FormToken {
  /** When the form was shown, in seconds since 1970. */
  readonly shownAt: number;
  /** Identifies a used token: unlike its base64url text, the signature has one form only. */
  readonly signature: Buffer;
}

/** How long a token is valid. Used ones are remembered as long, so that none is valid twice. */
export const FORM_TOKEN_DAYS = 30;

/** Creates a unique signed token that holds the time at which a form was shown. */
export function signFormToken(key: Buffer, shownAt: number): string {
  const time = Math.floor(shownAt).toString(36);
  const nonce = randomBytes(12).toString('base64url');
  return `${time}.${nonce}.${sign(key, time, nonce).toString('base64url')}`;
}

/** Returns the content of a token, or undefined if its signature is not valid or it is too old. */
export function readFormToken(
  { key, now }: { readonly key: Buffer; readonly now: number },
  token: string | undefined,
): FormToken | undefined {
  const [time = '', nonce = '', encoded = ''] = token?.split('.') ?? [];
  const claimed = Buffer.from(encoded, 'base64url');
  const signature = sign(key, time, nonce);
  if (claimed.length !== signature.length || !timingSafeEqual(claimed, signature)) return undefined;
  const shownAt = Number.parseInt(time, 36);
  return now - shownAt > FORM_TOKEN_DAYS * 24 * 60 * 60 ? undefined : { shownAt, signature };
}

function sign(key: Buffer, time: string, nonce: string): Buffer {
  return createHmac('sha256', key).update(`form ${time}.${nonce}`).digest();
}
