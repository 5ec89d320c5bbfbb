import fc, { type Arbitrary } from 'fast-check';
import type { Header } from '../send-request.ts';

/** Headers that the service, its framework or a proxy may interpret. */

const NAMES = `range if-range if-none-match if-modified-since idempotency-key cookie accept
  accept-encoding accept-language user-agent origin referer sec-fetch-site host x-forwarded-for
  x-forwarded-host x-forwarded-proto forwarded authorization date content-encoding content-language
  x-http-method-override via pragma x-request-id request-id accept-version __proto__`.split(/\s+/);

/** Characters that HTTP allows in a header. */
const text = fc
  .array(fc.constantFrom(...'azAZ09 \t!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~\x80\xff'), { maxLength: 40 })
  .map((characters) => characters.join('').trim());

const VALUES: Readonly<Record<string, readonly string[]>> = {
  range: [
    ...['bytes=0-', 'bytes=-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'bytes', 'lines=1-2'],
    `bytes=${'9'.repeat(400)}-`,
  ],
  'if-none-match': ['*', '"', 'W/"a"', '"a", *', '""', 'W/', `"${'x'.repeat(4_000)}"`],
  'idempotency-key': ['a', 'a b', '', '\xff', '__proto__', "'", 'x'.repeat(200), 'x'.repeat(201)],
  cookie: [
    ...['vitrine', 'vitrine=', 'vitrine="', 'vitrine=%', 'vitrine=%ff', '=;=;', '__proto__=a'],
    ...['vitrine=a; vitrine=b', ';'.repeat(5_000)],
  ],
  'accept-encoding': [
    ...['br', 'gzip;q=0', 'br;q=0, gzip', '*', 'identity;q=0', 'br;q=', 'BR', 'br;q=0.000'],
    'gzip, '.repeat(500),
  ],
  accept: ['text/html', '*/*', ''],
  origin: ['null', 'http://elsewhere.example', 'http://', ''],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'user-agent': ['', '\xff\x80'.repeat(400)],
};

export const unusualHeader: Arbitrary<Header> = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), text),
  fc
    .constantFrom(...Object.entries(VALUES))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
);

export const unusualContentType: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      ';',
      '/',
      'a',
      'null',
      '*/*',
      '__proto__',
      'constructor',
      'text/plain',
      'text/json',
    ],
    ...['\tapplication/json', ' application/json', 'application/json\t', 'application/json\t;'],
    ...[
      'application/json ;charset=utf-8',
      'application/json; charset=utf-7',
      'application/json;;;',
    ],
    ...['application/json; charset="', 'application/json; charset=utf-16le', 'application/jsonp'],
    ...['application/json, text/plain', 'application/vnd.api+json', 'application/octet-stream'],
    ...['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded\t; a'],
    ...['multipart/form-data', 'multipart/mixed; boundary=a', 'multipart/form-data\t;boundary=a'],
    ...['\tmultipart/form-data; boundary=a', 'application/json\xa0', '\xffapplication/json'],
    `application/json; a=${'x'.repeat(5_000)}`,
  ),
  text,
);
