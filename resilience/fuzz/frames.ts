import fc, { type Arbitrary } from 'fast-check';
import type { Sent } from './form.ts';
import type { Header } from './headers.ts';
import { weighted } from './values.ts';

/** How a request is put on the wire, and whether it is whole there. */
export type Frame = (parts: Parts) => { readonly bytes: Buffer; readonly isWhole: boolean };

interface Parts {
  /** The first line, without its end. */
  readonly line: string;
  readonly headers: readonly Header[];
  readonly sent: Sent | undefined;
}

/** As it should be. */
export const framed: Frame = ({ line, headers, sent }) => {
  if (!sent) return { bytes: raw(line, headers, ''), isWhole: true };
  const length: Header = ['content-length', String(sent.body.length)];
  return { bytes: raw(line, [...headers, typeOf(sent), length], sent.body), isWhole: true };
};

function typeOf({ type }: Sent): Header {
  return ['content-type', type];
}

function raw(line: string, headers: readonly Header[], body: Buffer | string): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, Buffer.from(body)]);
}

function inChunks(body: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

const NOTHING: Sent = { type: 'application/json', body: Buffer.from('{}') };

/** Whole, and in chunks. */
const chunked: Arbitrary<Frame> = fc
  .constantFrom(7, 1_000, 100_000)
  .map((size) => ({ line, headers, sent = NOTHING }) => {
    const encoding: Header = ['transfer-encoding', 'chunked'];
    const body = inChunks(sent.body, size);
    return { bytes: raw(line, [...headers, typeOf(sent), encoding], body), isWhole: true };
  });

/** The length is not that of the body, or no length. */
const otherLength: Arbitrary<Frame> = fc
  .constantFrom(
    ...['0', '1', '5', '100', '1000000', '99999999999999999999', '-1', '+2', '0x2', '2.0', 'a', ''],
    ...['2, 2', '2\r\ncontent-length: 3'],
  )
  .map((length) => ({ line, headers, sent = NOTHING }) => {
    const all: Header[] = [...headers, typeOf(sent), ['content-length', length]];
    return { bytes: raw(line, all, sent.body), isWhole: false };
  });

/** Chunks that are none, or break off. */
const brokenChunks: Arbitrary<Frame> = fc
  .constantFrom(
    ...['', '5\r\n{}', '5\r\n{}\r\n0\r\n\r\n', 'zz\r\n', '2\r\n{}', '2\r\n{}\r\n', '-1\r\n'],
    ...['2;a=b\r\n{}\r\n0\r\n', 'ffffffffffffffffff\r\n', '0\r\nx: y\r\n\r\n', '2\n{}\n0\n\n'],
    `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  )
  .map((body) => ({ line, headers, sent = NOTHING }) => {
    const all: Header[] = [...headers, typeOf(sent), ['transfer-encoding', 'chunked']];
    return { bytes: raw(line, all, body), isWhole: false };
  });

const otherEncoding: Arbitrary<Frame> = fc
  .constantFrom(
    ...['chunked, chunked', 'gzip, chunked', 'identity', 'xchunked', '\x0bchunked', ''],
    'chunked\r\ncontent-length: 2',
  )
  .map((encoding) => ({ line, headers, sent = NOTHING }) => {
    const all: Header[] = [...headers, typeOf(sent), ['transfer-encoding', encoding]];
    return { bytes: raw(line, all, inChunks(sent.body, 1_000)), isWhole: false };
  });

/** A line among the headers that HTTP does not have. */
const strayLine: Arbitrary<Frame> = fc
  .constantFrom(
    ...[' a: b', 'a', 'a b: c', ': c', 'a: \0', 'a: b\rc', 'a\0: b', 'é: b', 'a: b\nc: d', '\t'],
    'host: a\r\nhost: b',
  )
  .map((stray) => (parts) => {
    const { bytes } = framed({ ...parts, line: `${parts.line}\r\n${stray}` });
    return { bytes, isWhole: false };
  });

const otherVersion: Arbitrary<Frame> = fc
  .constantFrom(
    'HTTP/0.9',
    'HTTP/1.0',
    'HTTP/1.2',
    'HTTP/2.0',
    'HTTP/',
    'http/1.1',
    '',
    'HTTP/1.1 x',
  )
  .map((version) => (parts) => {
    const { bytes } = framed({ ...parts, line: parts.line.replace(/HTTP\/1\.1$/, version) });
    return { bytes, isWhole: false };
  });

/** Sent up to here, and no further. */
const cut: Arbitrary<Frame> = fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (parts) => {
  const { bytes } = framed(parts);
  return { bytes: bytes.subarray(0, bytes.length * share), isWhole: false };
});

export const oddFrame: Arbitrary<Frame> = weighted(
  [3, chunked],
  [3, otherLength],
  [3, brokenChunks],
  [1, otherEncoding],
  [2, strayLine],
  [2, otherVersion],
  [2, cut],
);

/** Bytes of something else. */
export const noHttp: Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      ...['\r\n', '\r\n'.repeat(5_000), '\0'.repeat(100), 'x'.repeat(200_000), '<xml/>'],
      ...['GET', 'GET /', 'GET / HTTP/1.1', 'GET / HTTP/1.1\r\n', 'SSH-2.0-OpenSSH_9.9\r\n'],
      ...[
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00',
        '*1\r\n$4\r\nPING\r\n',
      ],
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(20_000)}\r\n`,
    )
    .map((text) => Buffer.from(text, 'latin1')),
);
