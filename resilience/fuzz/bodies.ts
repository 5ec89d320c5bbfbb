import type { Operation, Schema } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import { asQuery } from './addresses.ts';
import { brokenFormOf, formOf, type Sent } from './form.ts';
import { oddType } from './headers.ts';
import {
  bent,
  broken,
  deepJson,
  type Field,
  fieldsOf,
  isFile,
  jsonOf,
  type Known,
  oddName,
  weighted,
} from './values.ts';

/** A body with its type; nothing when there is none. */
export type Body = Sent | undefined;

export function bodyFor({ requestBody }: Operation, known: Known): Arbitrary<Body> {
  const json = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const schema = form ?? json;
  // Nobody asked for a body. Some send one all the same.
  if (!schema) return weighted<Body>([6, fc.constant(undefined)], [1, oddBody]);
  const fields = fieldsOf(schema, known);
  const files = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    isFile(property as Schema) ? [{ name, required: !!schema.required?.includes(name) }] : [],
  );
  const right = [...(json ? [asJson(fields)] : []), ...(form ? [formOf(fields, files)] : [])];
  const odd = [
    asJson(bent(fields)),
    oddBodyOf(fields),
    ...(form ? [formOf(bent(fields), files), brokenFormOf(fields, files)] : []),
  ];
  return weighted([2, fc.oneof(...right)], [3, fc.oneof(...odd)]);
}

const jsonType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/json',
);

function asJson(fields: Arbitrary<Field[]>): Arbitrary<Sent> {
  return fc.record({ type: jsonType, body: fields.map((all) => Buffer.from(jsonOf(all))) });
}

/** JSON, but not what was asked for: too deep, too long, too many, or just not an object. */
const oddDocument = fc
  .oneof(
    deepJson,
    fc.constantFrom('', ' ', '[]', 'null', '1', '"a"', '{', '}', '{}{}', '\0', '{"a":1}\0', '//'),
    fc.constantFrom(200_000, 262_144, 262_145, 400_000).map((long) => `"${'x'.repeat(long - 2)}"`),
    fc
      .constantFrom(1_000, 20_000)
      .map((count) => jsonOf(Array.from({ length: count }, (_, index) => [`k${index}`, '1']))),
    fc.array(fc.tuple(oddName, fc.constant('1')), { minLength: 1, maxLength: 5 }).map(jsonOf),
  )
  .map((text) => Buffer.from(text));

function oddBodyOf(fields: Arbitrary<Field[]>): Arbitrary<Body> {
  const json = fields.map((all) => Buffer.from(jsonOf(all)));
  const urlEncoded = fc.oneof(fields, bent(fields)).map((all) => Buffer.from(asQuery(all)));
  return fc.oneof(
    fc.record({ type: jsonType, body: broken(json) }),
    fc.record({ type: jsonType, body: oddDocument }),
    fc.record({ type: oddType, body: json }),
    fc.record({
      type: fc.constant('application/x-www-form-urlencoded'),
      body: fc.oneof(urlEncoded, broken(urlEncoded)),
    }),
    fc.constant(undefined),
  );
}

/** What is sent where nothing is asked for. */
export const oddBody: Arbitrary<Body> = oddBodyOf(fc.constant([['a', '1']]));
