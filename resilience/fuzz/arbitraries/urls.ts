import type { Operation, Schema } from '@vitrine/api/http/openapi';
import fc, { type Arbitrary } from 'fast-check';
import {
  altered,
  type Field,
  fieldsOf,
  formValueOf,
  type KnownValues,
  valueFor,
  weighted,
} from './values.ts';

export interface UrlPath {
  readonly value: string;
  /** Whether it is still the path of the call that it was generated for. */
  readonly isIntended: boolean;
}

export function urlPathFor(
  template: string,
  { tags, parameters }: Operation,
  known: KnownValues,
): Arbitrary<UrlPath> {
  const [noun = ''] = tags;
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      // Each kind of item has its own ids. The public call by id returns projects.
      const ids = name === 'id' ? { id: known[`${noun}.id`] ?? known['project.id'] ?? [] } : known;
      return valueFor(schema, ids, name).map((value) => [`{${name}}`, String(value)] as const);
    });
  const valid = fc.tuple(...values).map((all) => ({
    value: all.reduce((path, [name, value]) => path.replace(name, encode(value)), template),
    isIntended: all.every(([, value]) => value !== ''),
  }));
  return weighted([5, valid], [1, alteredPath(valid)]);
}

const UNUSUAL_SEGMENTS = [
  ...'% %zz %ff %00 %2e%2e %2f %25 %e2%82 %u0041 .. . * :id {id} ;a=b \\ null 0'.split(' '),
  ...['', '__proto__', 'constructor'],
  ...['x'.repeat(201), 'x'.repeat(5_000), '%41'.repeat(500)],
  '00000000-0000-0000-0000-000000000000',
];

function alteredPath(valid: Arbitrary<UrlPath>): Arbitrary<UrlPath> {
  return fc
    .tuple(valid, fc.constantFrom(...UNUSUAL_SEGMENTS), fc.nat(6))
    .chain(([{ value: path }, segment, at]) => {
      // The first part is the empty one before the leading slash, which a request needs.
      const segments = path.split('/').slice(1);
      return fc.constantFrom(
        `/${segments.with(-1, segment).join('/')}`,
        `/${segments.toSpliced(at, 0, segment).join('/')}`,
        `/${segments.toSpliced(at, 1).join('/')}`,
        `${path}/${segment}`,
        `${path}/`,
        `/${path}`,
        path.toUpperCase(),
        `/${segments.join('%2f')}`,
        path.replaceAll('/', '//'),
        `${path}#part`,
        `${path}${'/x'.repeat(5_000)}`,
      );
    })
    .map((value) => ({ value, isIntended: false }));
}

const UNUSUAL_QUERIES = [
  ...'? &&& = limit limit=1&limit=2 limit[]=1 limit[a]=1 before=1e3 search=% a=%zz'.split(' '),
  ...'__proto__=1 __proto__[a]=1 search=%ff search=%00 search=%ed%a0%80 search=+'.split(' '),
  ...["search='", 'search=%5C', 'search=a%26!%7C(', 'search=%27%3A*', 'search=%3C->'],
  ...[`search=${'x'.repeat(7_000)}`, 'a=1&'.repeat(2_000)],
];

export function queryFor({ parameters }: Operation, known: KnownValues): Arbitrary<string> {
  const accepted = parameters.filter((parameter) => parameter.in === 'query');
  const schema: Schema = {
    properties: Object.fromEntries(accepted.map((parameter) => [parameter.name, parameter.schema])),
  };
  const fields = fieldsOf(schema, known);
  const unusual = fc.oneof(altered(fields).map(toQueryString), fc.constantFrom(...UNUSUAL_QUERIES));
  return weighted([accepted.length > 0 ? 1 : 15, fields.map(toQueryString)], [1, unusual]);
}

export function toQueryString(fields: readonly Field[]): string {
  const pairs = fields.map((field) => `${encode(field[0])}=${encode(formValueOf(field))}`);
  return pairs.join('&').slice(0, 10_000);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
