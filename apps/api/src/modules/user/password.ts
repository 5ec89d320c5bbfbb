import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../../concurrency.ts';

const derive = promisify(argon2);

/** OWASP's least: higher settings would let a flood of logins eat the processor. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

/** Each takes some 20 ms of a core and 19 MB: two at once leave room for everybody else. */
const run = limitConcurrency(2);

/** Who asks. A stranger is anybody who has proved nothing yet, and lets the others go first. */
export type Asker = 'known' | 'stranger';

/** argon2id in the usual notation, which carries its own settings. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveTag(password, salt, COST, 'known');
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Without a hash to compare with it takes as long, so that time does not tell who has an account. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  asker: Asker,
): Promise<boolean> {
  const parts = NOTATION.exec(hash ?? DECOY)?.groups;
  if (!parts || Number(parts['memory']) > MAX_MEMORY) return false;
  const { memory, passes, parallelism, salt = '', tag = '' } = parts;
  const expected = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), cost, asker);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

/** In kilobytes. The table takes no hash that asks for more, and neither do we. */
const MAX_MEMORY = 65_536;

const NOTATION =
  /^\$argon2id\$v=19\$m=(?<memory>\d{4,5}),t=(?<passes>[1-9]),p=(?<parallelism>[1-4])\$(?<salt>[A-Za-z0-9+/]{22,64})\$(?<tag>[A-Za-z0-9+/]{43})$/;

const DECOY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(
  Buffer.alloc(16),
)}$${encode(Buffer.alloc(TAG_LENGTH))}`;

function deriveTag(
  password: string,
  nonce: Buffer,
  cost: typeof COST,
  asker: Asker,
): Promise<Buffer> {
  // The same letters typed on another keyboard may be other bytes.
  const message = password.normalize('NFKC');
  return run(
    () => derive('argon2id', { message, nonce, tagLength: TAG_LENGTH, ...cost }),
    asker === 'known' ? 'high' : 'low',
  );
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
