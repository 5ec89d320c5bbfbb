import type { Operation, Schema } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import { formOf, type MessageBody, malformedFormOf } from './forms.ts';
import { unusualContentType } from './headers.ts';
import { toQueryString } from './urls.ts';
import {
  altered,
  corrupted,
  deepJson,
  type Field,
  fieldsOf,
  isFile,
  type KnownValues,
  toJson,
  unusualName,
  weighted,
} from './values.ts';

export type Body = MessageBody | undefined;

export function bodyFor(
  { requestBody }: Pick<Operation, 'requestBody'>,
  known: KnownValues,
): Arbitrary<Body> {
  const json = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const schema = form ?? json;
  const [fileType] = Object.keys(requestBody?.content ?? {});
  if (!schema && fileType !== undefined)
    return weighted<Body>([4, importedFile(fileType)], [1, unexpectedBody]);
  if (!schema) return weighted<Body>([6, fc.constant(undefined)], [1, unexpectedBody]);
  const fields = fieldsOf(schema, known);
  const files = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    isFile(property as Schema) ? [{ name, required: !!schema.required?.includes(name) }] : [],
  );
  const valid = [...(json ? [jsonBody(fields)] : []), ...(form ? [formOf(fields, files)] : [])];
  const invalid = [
    jsonBody(altered(fields)),
    malformedBodyOf(fields),
    ...(form ? [formOf(altered(fields), files), malformedFormOf(fields, files)] : []),
  ];
  return weighted([2, fc.oneof(...valid)], [3, fc.oneof(...invalid)]);
}

/** What an import reads: publications, a post, a resume. */
const IMPORTS = [
  '@article{a, author={Lovelace, Ada}, title={On {\\"a}n engine}, year={1843}, doi={10.5555/1}}',
  'TY  - JOUR\nAU  - Lovelace, Ada\nTI  - On an engine\nPY  - 1843\nER  - \n',
  '---\ntitle: Tides\ndate: 2024-01-01\ntags: [a, b]\ndraft: false\n---\n# Text\n',
  '+++\ntitle = "Tides"\npublishDate = 2098-01-01\n+++\nText\n',
  '{"basics":{"name":"Ada"},"publications":[{"name":"A","releaseDate":"1843"}]}',
];

function importedFile(type: string): Arbitrary<MessageBody> {
  const valid = fc.constantFrom(...IMPORTS).map((text) => Buffer.from(text));
  return fc.record({ type: fc.constant(type), bytes: fc.oneof(valid, corrupted(valid)) });
}

const jsonType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/json',
);

function jsonBody(fields: Arbitrary<Field[]>): Arbitrary<MessageBody> {
  return fc.record({ type: jsonType, bytes: fields.map((all) => Buffer.from(toJson(all))) });
}

/** Documents that are too deep, too long, too large, or not an object. */
const unusualDocument = fc
  .oneof(
    deepJson,
    fc.constantFrom('', ' ', '[]', 'null', '1', '"a"', '{', '}', '{}{}', '\0', '{"a":1}\0', '//'),
    fc.constantFrom(200_000, 262_144, 262_145, 400_000).map((long) => `"${'x'.repeat(long - 2)}"`),
    fc
      .constantFrom(1_000, 20_000)
      .map((count) => toJson(Array.from({ length: count }, (_, index) => [`k${index}`, '1']))),
    fc.array(fc.tuple(unusualName, fc.constant('1')), { minLength: 1, maxLength: 5 }).map(toJson),
  )
  .map((text) => Buffer.from(text));

function malformedBodyOf(fields: Arbitrary<Field[]>): Arbitrary<Body> {
  const json = fields.map((all) => Buffer.from(toJson(all)));
  const urlEncoded = fc
    .oneof(fields, altered(fields))
    .map((all) => Buffer.from(toQueryString(all)));
  return fc.oneof(
    fc.record({ type: jsonType, bytes: corrupted(json) }),
    fc.record({ type: jsonType, bytes: unusualDocument }),
    fc.record({ type: unusualContentType, bytes: json }),
    fc.record({
      type: fc.constant('application/x-www-form-urlencoded'),
      bytes: fc.oneof(urlEncoded, corrupted(urlEncoded)),
    }),
    fc.constant(undefined),
  );
}

/** For calls that take no body. */
export const unexpectedBody: Arbitrary<Body> = malformedBodyOf(fc.constant([['a', '1']]));
