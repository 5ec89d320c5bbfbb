/**
 * Codes of an authenticator app (RFC 6238): SHA-1, six digits, a new one every 30 seconds. Other
 * parameters are not understood by every app. The library is loaded when it is used first.
 */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface SetupKey {
  readonly secret: Buffer;
  /** In Base32, to type it into an app. */
  readonly key: string;
  /** For a QR code. */
  readonly url: string;
}

/** A new random secret, of the length that RFC 4226 recommends. */
export async function createSetupKey(issuer: string, label: string): Promise<SetupKey> {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: 20 });
  const url = new TOTP({ ...PARAMETERS, issuer, label, secret }).toString();
  return { secret: Buffer.from(secret.bytes), key: secret.base32, url };
}

/**
 * Returns the number of the 30-second step that the code belongs to, or undefined. Clocks may differ by
 * one step.
 */
export async function findStep(
  secret: Buffer,
  token: string,
  now: number,
): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth');
  const totp = new TOTP({ ...PARAMETERS, secret: new Secret({ buffer: toArrayBuffer(secret) }) });
  const delta = totp.validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / (PARAMETERS.period * 1000)) + delta;
}

/** A Buffer may be a part of a larger one. */
function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
