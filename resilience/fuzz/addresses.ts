import type { Operation, Schema } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import { bent, type Field, fieldsOf, type Known, plainOf, valueFor, weighted } from './values.ts';

export interface Address {
  readonly path: string;
  /** Whether it is still the address of the call that it was made for. */
  readonly isRight: boolean;
}

export function addressFor(
  template: string,
  { tags, parameters }: Operation,
  known: Known,
): Arbitrary<Address> {
  const [noun = ''] = tags;
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      // Every kind of item has ids of its own; what visitors ask for by id are projects.
      const ids = name === 'id' ? { id: known[`${noun}.id`] ?? known['project.id'] ?? [] } : known;
      return valueFor(schema, ids, name).map((value) => [`{${name}}`, String(value)] as const);
    });
  const right = fc.tuple(...values).map((all) => ({
    path: all.reduce((path, [name, value]) => path.replace(name, encoded(value)), template),
    isRight: all.every(([, value]) => value !== ''),
  }));
  return weighted([5, right], [1, oddAddress(right)]);
}

const ODD_SEGMENTS = [
  ...'% %zz %ff %00 %2e%2e %2f %25 %e2%82 %u0041 .. . * :id {id} ;a=b \\ null 0'.split(' '),
  ...['', 'a b', '__proto__', 'constructor', '\xff\xfe', '\xc3\xa9'],
  ...['x'.repeat(201), 'x'.repeat(5_000), '%41'.repeat(500)],
  '00000000-0000-0000-0000-000000000000',
];

function oddAddress(right: Arbitrary<Address>): Arbitrary<Address> {
  return fc
    .tuple(right, fc.constantFrom(...ODD_SEGMENTS), fc.nat(6))
    .chain(([{ path }, odd, at]) => {
      const segments = path.split('/');
      return fc.constantFrom(
        segments.with(-1, odd).join('/'),
        segments.toSpliced(at, 0, odd).join('/'),
        segments.toSpliced(at, 1).join('/'),
        `${path}/${odd}`,
        `${path}/`,
        `/${path}`,
        path.toUpperCase(),
        path.replaceAll('/', '%2f'),
        path.replaceAll('/', '//'),
        `http://elsewhere.example${path}`,
        `${path}#part`,
        path.slice(1),
        `${path}${'/x'.repeat(7_000)}`,
      );
    })
    .map((path) => ({ path, isRight: false }));
}

const ODD_QUERIES = [
  ...'? &&& = limit limit=1&limit=2 limit[]=1 limit[a]=1 before=1e3 search=% a=%zz'.split(' '),
  ...'__proto__=1 __proto__[a]=1 search=%ff search=%00 search=%ed%a0%80 search=+'.split(' '),
  ...["search='", 'search=%5C', 'search=a%26!%7C(', 'search=%27%3A*', 'search=%3C->'],
  ...[`search=${'x'.repeat(7_000)}`, 'a=1&'.repeat(2_000)],
];

export function queryFor({ parameters }: Operation, known: Known): Arbitrary<string> {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  const schema: Schema = {
    properties: Object.fromEntries(asked.map((parameter) => [parameter.name, parameter.schema])),
  };
  const fields = fieldsOf(schema, known);
  const odd = fc.oneof(bent(fields).map(asQuery), fc.constantFrom(...ODD_QUERIES));
  return weighted([asked.length > 0 ? 1 : 15, fields.map(asQuery)], [1, odd]);
}

export function asQuery(fields: readonly Field[]): string {
  const pairs = fields.map((field) => `${encoded(field[0])}=${encoded(plainOf(field))}`);
  // An address that is longer is no HTTP to Node.
  return pairs.join('&').slice(0, 12_000);
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
