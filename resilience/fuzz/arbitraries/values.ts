import type { Schema } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';

/** Values that a schema allows, and values that it does not. */

/** Values that exist in the service, such as ids and passwords, by the name of their field. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Characters that parsers, databases and terminals often mishandle. */
const UNUSUAL_CHARACTERS = [
  ...['\0', '\x01', '\x1b', '\x7f', '\t', '\n', '\r\n'],
  // Ambiguous whitespace, a right-to-left override, halves of surrogate pairs.
  ...['\u0085', '\u00a0', '\u00ad', '\u1680', '\u180e', '\u200b', '\u2028', '\u3000', '\ufeff'],
  ...['\u202e', '\ud800', '\udfff', '\uffff', '\u{1f600}', '\u{10ffff}', 'e\u0301', '\u0130'],
  ...['"', "'", '\\', '<', '&', '%', '%00', ':', '|', '!', '*', '(', '@', ';', '--'],
];

const unusualCharacter = fc.constantFrom(...UNUSUAL_CHARACTERS);

/** One of several, chosen by weight. */
export function weighted<T>(...choices: readonly (readonly [number, Arbitrary<T>])[]) {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const word = weighted(
  [4, fc.string({ maxLength: 12 })],
  [1, fc.string({ maxLength: 12, unit: 'binary' })],
);

function withUnusualCharacter(text: Arbitrary<string>): Arbitrary<string> {
  return fc.tuple(text, unusualCharacter, fc.nat(40)).map(([base, character, place]) => {
    const at = place % (base.length + 1);
    return base.slice(0, at) + character + base.slice(at);
  });
}

/** A value that a schema allows; often a known one for the field. */
export function valueFor(schema: Schema, known: KnownValues, name = ''): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valueFor(one as Schema, known, name)));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1, noNaN: true });
    case 'array':
      return fc.array(valueFor((schema.items ?? {}) as Schema, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'object':
      return fc.record(shapeOf(schema, known));
    case 'string':
      return textFor(schema, known[name] ?? []);
    default:
      throw new Error(`Cannot generate a value for this schema: ${JSON.stringify(schema)}`);
  }
}

function textFor({ pattern, minLength = 0, maxLength = 40 }: Schema, known: readonly string[]) {
  const generated = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : word.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength));
  const base =
    known.length === 0 ? generated : weighted([5, fc.constantFrom(...known)], [1, generated]);
  if (pattern) return base;
  return weighted(
    [8, base],
    [1, withUnusualCharacter(base)],
    [1, fc.constantFrom('x', '\u{1f600}', 'é').map((one) => filled(one, maxLength))],
  );
}

function filled(character: string, length: number): string {
  return character.repeat(Math.floor(length / character.length));
}

/** The fields of an object that a schema allows, without its files. */
export function fieldsOf(schema: Schema, known: KnownValues): Arbitrary<Field[]> {
  const shape = shapeOf(schema, known);
  const requiredKeys = (schema.required ?? []).filter((name) => name in shape);
  return fc
    .record(shape, { requiredKeys })
    .map((value) =>
      Object.entries(consistent(value)).map(([name, one]) => [name, JSON.stringify(one)]),
    );
}

function shapeOf(schema: Schema, known: KnownValues): Record<string, Arbitrary<unknown>> {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([, property]) => !isFile(property as Schema),
  );
  return Object.fromEntries(
    properties.map(([name, property]) => [name, valueFor(property as Schema, known, name)]),
  );
}

export function isFile({ format }: Schema): boolean {
  return format === 'binary';
}

/** Applies rules between fields, which are not in the schema: repeated passwords, and from ≤ to. */
function consistent(value: Record<string, unknown>): Record<string, unknown> {
  const { password, newPassword, from, to } = value;
  if ('confirmPassword' in value) return { ...value, confirmPassword: password };
  if ('confirmNewPassword' in value) return { ...value, confirmNewPassword: newPassword };
  if (typeof from === 'number' && typeof to === 'number' && to < from)
    return { ...value, to: from };
  return value;
}

/** A name and a value as JSON. A list of fields can hold a name twice. */
export type Field = readonly [name: string, json: string];

const unusualNumber = fc.constantFrom(
  ...['0', '-0', '-1', '1.5', '1e-400', '5e-324', '1e308', '1e999', '-1e999', '2147483648'],
  ...['-2147483649', '9007199254740993', '9223372036854775808', '1'.repeat(400), '0x10', 'NaN'],
);

const unusualText = weighted(
  [4, withUnusualCharacter(word)],
  [1, unusualCharacter],
  [
    1,
    fc
      .tuple(
        fc.constantFrom('x', ' ', '\0', '\u{1f600}', '\\', '('),
        fc.constantFrom(300, 5_000, 70_000),
      )
      .map(([character, length]) => filled(character, length)),
  ],
  [
    1,
    fc.constantFrom(
      ...['', ' ', 'undefined', 'null', 'true', '[object Object]', '1e3', ' 7 ', '-1', '٣'],
      ...[
        'javascript:alert(1)',
        'http://',
        'http://[',
        'https://a\u0085b',
        '2026-13-45',
        '../../x',
      ],
    ),
  ],
);

/** Nested arrays or objects, complete or unclosed. */
export const deepJson = fc
  .tuple(
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"__proto__":', '}]']),
    fc.constantFrom(2, 100, 1_000, 5_000, 20_000),
    fc.constantFrom(1, 1, 0),
  )
  .map(([[open = '', close = ''], depth, ends]) => {
    return `${open.repeat(depth)}1${close.repeat(depth * ends)}`;
  });

/** Unexpected JSON, some of it invalid. */
export const unusualJson: Arbitrary<string> = weighted(
  [4, unusualText.map((text) => JSON.stringify(text))],
  [2, unusualNumber],
  [
    2,
    fc.constantFrom(
      ...['null', 'true', '[]', '{}', '[null]', '[[]]', '{"length":1}', '{"toString":null}'],
      ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '""', '"\\u0000"'],
      ...['"\\ud800"', "'a'", 'undefined', '', '"\x01"', '"\\x"', '1,2', '"a', '{"a":1,}'],
    ),
  ],
  [1, fc.json({ maxDepth: 3 })],
  [1, deepJson],
);

export const unusualName: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON'],
    ...['', ' ', '0', 'length', 'success', 'message', 'fields', 'body', '_id', 'id', 'version'],
  ),
  unusualText,
);

/** Valid fields with one to three changes. */
export function altered(fields: Arbitrary<Field[]>): Arbitrary<Field[]> {
  const place = fc.nat(20);
  const change = weighted<(fields: Field[]) => Field[]>(
    [
      4,
      fc.tuple(place, unusualJson).map(
        ([at, json]) =>
          (all) =>
            replaceField(all, at, json),
      ),
    ],
    [2, place.map((at) => (all) => all.filter((_, index) => index !== at % all.length))],
    [2, fc.tuple(unusualName, unusualJson).map((extra) => (all) => [...all, extra])],
    [
      1,
      fc.tuple(place, unusualJson).map(
        ([at, json]) =>
          (all) =>
            repeatField(all, at, json),
      ),
    ],
  );
  return fc
    .tuple(fields, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([all, changes]) => changes.reduce((result, apply) => apply(result), all));
}

function replaceField(fields: readonly Field[], place: number, json: string): Field[] {
  return fields.map((field, index) => (index === place % fields.length ? [field[0], json] : field));
}

function repeatField(fields: readonly Field[], place: number, json: string): Field[] {
  const field = fields[place % fields.length];
  return field ? [...fields, [field[0], json]] : [];
}

export function toJson(fields: readonly Field[]): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** The value as a form sends it: strings without quotes, anything else as JSON. */
export function formValueOf([, json]: Field): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

/** Bytes with one corruption: inserted, cut off, flipped, re-encoded or repeated. */
export function corrupted(bytes: Arbitrary<Buffer>): Arbitrary<Buffer> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  return fc.oneof(
    fc.tuple(bytes, place, INVALID_UTF8).map(([all, share, bad]) => {
      const at = Math.floor(all.length * share);
      return Buffer.concat([all.subarray(0, at), bad, all.subarray(at)]);
    }),
    fc.tuple(bytes, place).map(([all, share]) => all.subarray(0, Math.floor(all.length * share))),
    fc.tuple(bytes, place, fc.nat(7)).map(([all, share, bit]) => flipBit(all, share, bit)),
    bytes.map((all) => Buffer.from(`\ufeff${all}`)),
    bytes.map((all) => Buffer.from(String(all), 'utf16le')),
    bytes.map((all) => Buffer.concat([all, all])),
  );
}

export function flipBit(bytes: Buffer, share: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.min(copy.length - 1, Math.floor(copy.length * share));
  if (at >= 0) copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** Invalid UTF-8: stray bytes, cut and overlong sequences, half a surrogate pair. */
const INVALID_UTF8 = fc
  .constantFrom('ff', '80', 'c3', 'c0af', 'e282', 'eda080', 'f8888080', 'f4908080', '00')
  .map((hex) => Buffer.from(hex, 'hex'));
