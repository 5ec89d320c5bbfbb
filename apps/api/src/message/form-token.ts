import { createHmac, timingSafeEqual } from 'node:crypto';

/** Says when a form was shown, in seconds, so that nobody else can say it. */
export function signFormTime(key: Buffer, shownAt: number): string {
  const time = Math.floor(shownAt).toString(36);
  return `${time}.${signatureOf(key, time).toString('base64url')}`;
}

/** When the form was shown, or nothing if we did not show it. */
export function readFormTime(key: Buffer, token: string | undefined): number | undefined {
  const [time = '', signature = ''] = token?.split('.') ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(key, time);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return Number.parseInt(time, 36);
}

function signatureOf(key: Buffer, time: string): Buffer {
  return createHmac('sha256', key).update(`form ${time}`).digest();
}
