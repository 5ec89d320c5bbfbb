import { createHmac } from 'node:crypto';

/** An authenticator app, written from RFC 6238 and without the library that the service uses. */
export class Authenticator {
  readonly #secret: Buffer;

  /** `key` is in Base32, as an app gets it. */
  constructor(key: string) {
    this.#secret = decodeBase32(key);
  }

  /** The code that the app shows now, or a number of 30-second steps later. */
  code(steps = 0, now = Date.now()): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
    const hash = createHmac('sha1', this.#secret).update(counter).digest();
    const offset = hash.readUInt8(hash.length - 1) & 0xf;
    const number = hash.readUInt32BE(offset) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }

  /** A code that is wrong now and in the neighboring steps. */
  wrongCode(): string {
    const valid = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    for (let n = 100_000; ; n += 1) if (!valid.includes(String(n))) return String(n);
  }
}

function decodeBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text.replaceAll(' ', '')]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
