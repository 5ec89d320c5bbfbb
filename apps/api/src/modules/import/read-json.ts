import { UnreadableImportError } from './imported.ts';

const MAX_SIZE = 5 * 1024 * 1024;
const MAX_DEPTH = 50;

export type Json = Readonly<Record<string, unknown>>;

/** Parses a file of at most 5 MB. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length > MAX_SIZE)
    throw new UnreadableImportError('This JSON file is larger than 5 MB. Choose a smaller one.');
  if (isTooDeep(bytes))
    throw new UnreadableImportError(`This JSON file is nested more than ${MAX_DEPTH} levels deep.`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UnreadableImportError('This JSON file is damaged and cannot be read.');
  }
}

/** Checked before parsing: millions of nested lists would take all of the memory. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === BACKSLASH && isInText) index += 1;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] =
  Buffer.from('"\\{}[]');

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Some programs write years as numbers. */
export function toText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText).filter((text) => text.trim() !== '') : [];
}
