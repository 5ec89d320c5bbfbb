import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../../concurrency.ts';

const derive = promisify(argon2);

/** OWASP's minimum. Higher values would let a flood of logins use up the CPU. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

/** A hash takes about 20 ms of a core and 19 MB. Two at a time leave room for other requests. */
const run = limitConcurrency(2);

/** Known browsers and signed-in sessions go first; unknown browsers wait behind them. */
export type Requester = 'known' | 'unknown';

/** Returns an argon2id hash in PHC string format, which includes its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveTag(password, salt, COST, 'known');
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Takes just as long without a hash, so that timing does not reveal whether an account exists. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  requester: Requester,
): Promise<boolean> {
  const parts = PHC_FORMAT.exec(hash ?? DUMMY_HASH)?.groups;
  if (!parts || Number(parts['memory']) > MAX_MEMORY) return false;
  const { memory, passes, parallelism, salt = '', tag = '' } = parts;
  const expected = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), cost, requester);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

/** In kilobytes, the same limit as in the table's constraint. */
const MAX_MEMORY = 65_536;

const PHC_FORMAT =
  /^\$argon2id\$v=19\$m=(?<memory>\d{4,5}),t=(?<passes>[1-9]),p=(?<parallelism>[1-4])\$(?<salt>[A-Za-z0-9+/]{22,64})\$(?<tag>[A-Za-z0-9+/]{43})$/;

const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(
  Buffer.alloc(16),
)}$${encode(Buffer.alloc(TAG_LENGTH))}`;

function deriveTag(
  password: string,
  nonce: Buffer,
  cost: typeof COST,
  requester: Requester,
): Promise<Buffer> {
  // Keyboards may encode the same characters as different bytes.
  const message = password.normalize('NFKC');
  return run(
    () => derive('argon2id', { message, nonce, tagLength: TAG_LENGTH, ...cost }),
    requester === 'known' ? 'high' : 'low',
  );
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
