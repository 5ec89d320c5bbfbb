import fc, { type Arbitrary } from 'fast-check';

export type Header = readonly [name: string, value: string];

/** Headers that a service might read, with what somebody might write there. */

const NAMES = `range if-range if-none-match if-modified-since idempotency-key cookie accept
  accept-encoding accept-language user-agent origin referer sec-fetch-site host x-forwarded-for
  x-forwarded-host x-forwarded-proto forwarded authorization date content-encoding content-language
  x-http-method-override te trailer via pragma x-request-id request-id accept-version
  proxy-connection keep-alive __proto__`.split(/\s+/);

/** Visible ASCII and a few bytes beyond it: what a header may hold. */
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
  expect: ['100-continue', '100-Continue', 'a miracle', ''],
  connection: ['close', 'keep-alive', 'upgrade', 'Close, TE', 'x'],
  upgrade: ['websocket', 'h2c', ''],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'user-agent': ['', '\xff\x80'.repeat(400)],
  'x-long': [1_000, 8_000, 15_000, 17_000, 100_000].map((length) => 'x'.repeat(length)),
  'x-many': [50, 1_900].map((count) => Array(count).fill('1').join('\r\nx-many: ')),
};

export const oddHeader: Arbitrary<Header> = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), text),
  fc
    .constantFrom(...Object.entries(VALUES))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
);

export const oddType: Arbitrary<string> = fc.oneof(
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
