import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isObject, type Json } from './read-json.ts';

/** More than any author writes. What is longer is not parsed. */
const MAX_LENGTH = 100_000;
/** An alias can repeat a part that repeats another part. */
const MAX_ALIASES = 50;

/** The file is left out. */
export class FrontMatterError extends Error {}

interface Page {
  readonly data: Json;
  readonly body: string;
}

/** Splits a file into its fields and its text. Without front matter, all of it is the text. */
export function readFrontMatter(bytes: Buffer): Page {
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');
  const json = /^\s*\{\s*["}]/.test(text) ? splitJson(text) : undefined;
  const [, mark, fields = '', body = ''] =
    /^\s*(---|\+\+\+)[ \t]*\n((?:[\s\S]*?\n)?)\1[ \t]*(?:\n([\s\S]*))?$/.exec(text) ?? [];
  if (!json && mark === undefined) return { data: {}, body: trimBlank(text) };
  const source = json?.fields ?? fields;
  if (source.length > MAX_LENGTH) throw new FrontMatterError('is too long');
  const parse = json ? JSON.parse : mark === '---' ? readYaml : parseToml;
  return { data: toFields(parse, source), body: trimBlank(json?.body ?? body) };
}

function toFields(parse: (source: string) => unknown, source: string): Json {
  let data: unknown;
  try {
    data = parse(source);
  } catch {
    throw new FrontMatterError('cannot be read');
  }
  // Empty front matter is null in YAML.
  if (data === null || data === undefined) return {};
  if (!isObject(data)) throw new FrontMatterError('cannot be read');
  return data;
}

/** Only the types of JSON: tags of other languages stay text, and dates are read from text. */
function readYaml(source: string): unknown {
  return parseYaml(source, {
    schema: 'core',
    customTags: [],
    maxAliasCount: MAX_ALIASES,
    // Warnings are ignored. With `silent`, errors would be, too.
    logLevel: 'error',
  });
}

/** Hugo ends JSON with the brace that closes it, at the start of a line or alone. */
function splitJson(text: string): { readonly fields: string; readonly body: string } | undefined {
  const [, fields, body = ''] =
    /^(\s*\{[\s\S]*?^\}|\s*\{.*\})[ \t]*(?:\n([\s\S]*))?$/m.exec(text) ?? [];
  return fields === undefined ? undefined : { fields, body };
}

/** The line after the front matter is often empty. */
function trimBlank(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
