import { createWriteStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './archive.ts';

/** Loaded when it is needed. The format is that of age, so that other programs read it, too. */
const loadAge = () => import('age-encryption');

const MAGIC = 'age-encryption.org/v1\n';
const DAMAGED = 'The encrypted backup is incomplete or damaged.';
/** A header for one key has 200 bytes. A longer one would be read into memory, and each key in it tried. */
const MAX_HEADER = 16 * 1024;

/** The owner keeps the identity, which decrypts. The service keeps the recipient, which only encrypts. */
export interface KeyPair {
  readonly identity: string;
  readonly recipient: string;
}

export async function createKeyPair(): Promise<KeyPair> {
  const age = await loadAge();
  const identity = await age.generateX25519Identity();
  return { identity, recipient: await age.identityToRecipient(identity) };
}

/** Whether backups for this key can be written and restored. Other kinds of keys need other programs. */
export async function isRecipient(text: string): Promise<boolean> {
  if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text)) return false;
  const age = await loadAge();
  try {
    const encrypter = new age.Encrypter();
    encrypter.addRecipient(text);
    // Some points of the curve encrypt nothing.
    await encrypter.encrypt('');
    return true;
  } catch {
    return false;
  }
}

/** Writes an encrypted copy of a file. */
export async function encryptFile(
  source: string,
  target: string,
  recipient: string,
  signal?: AbortSignal,
): Promise<void> {
  const age = await loadAge();
  const encrypter = new age.Encrypter();
  encrypter.addRecipient(recipient);
  const content = await encrypter.encrypt((await openAsBlob(source)).stream());
  await pipeline(content, createWriteStream(target, { mode: 0o600 }), { signal });
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(MAGIC.length), position: 0 });
    return buffer.toString() === MAGIC;
  } finally {
    await file.close();
  }
}

/** Writes a decrypted copy of a file. The text contains the identity, as the file with the key does. */
export async function decryptFile(source: string, target: string, text: string): Promise<void> {
  const [identity] = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text) ?? [];
  if (identity === undefined)
    throw new BackupError('This backup is encrypted. Its key starts with AGE-SECRET-KEY-1.');
  const blob = await openAsBlob(source);
  if (!(await blob.slice(0, MAX_HEADER).text()).includes('\n--- ')) throw new BackupError(DAMAGED);
  const age = await loadAge();
  const decrypter = new age.Decrypter();
  let content: ReadableStream<Uint8Array>;
  try {
    decrypter.addIdentity(identity);
    content = await decrypter.decrypt(blob.stream());
  } catch {
    throw new BackupError(
      'This key does not decrypt this backup. Each backup needs the key that was in use when it was sent.',
    );
  }
  try {
    await pipeline(content, createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    // Errors of the disk have a code.
    if (error instanceof Error && 'code' in error) throw error;
    throw new BackupError(DAMAGED);
  }
}
