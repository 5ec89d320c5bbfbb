import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a test can forge. The defaults are what an honest browser and authenticator send. */
export interface Forgery {
  readonly origin?: string;
  readonly host?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
}

interface Options extends Forgery {
  readonly challenge: string;
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, key: 0x40 };

/** A passkey in software, with an ES256 key. It signs whatever a test asks it to. */
export class SoftwarePasskey {
  readonly id: string;
  counter = 0;
  readonly #origin: string;
  readonly #isSynced: boolean;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin: string, { isSynced = false, idBytes = 32 } = {}) {
    this.id = randomBytes(idBytes).toString('base64url');
    this.#origin = origin;
    this.#isSynced = isSynced;
  }

  /** What a browser returns after it has created the passkey. */
  create(options: Options) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const authData = Buffer.concat([
      this.#authenticatorData(options, FLAGS.key),
      Buffer.alloc(16),
      length,
      id,
      key,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What a browser returns after the owner has used the passkey. */
  use(options: Options) {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options);
    const authData = this.#authenticatorData(options, 0);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #credential<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  #clientData(usualType: string, { challenge, ...forged }: Options): Buffer {
    const { type = usualType, origin = this.#origin, crossOrigin = false } = forged;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  #authenticatorData(forged: Forgery, moreFlags: number): Buffer {
    const { host = new URL(this.#origin).hostname, isUserVerified = true } = forged;
    const synced = this.#isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0;
    const verified = isUserVerified ? FLAGS.verified : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? this.counter);
    const flags = Buffer.from([FLAGS.present | verified | synced | moreFlags]);
    return Buffer.concat([sha256(Buffer.from(host)), flags, counter]);
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Encodes what an attestation contains: integers, bytes, text and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
    ]);
  throw new TypeError('This value cannot be encoded.');
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
