import { icon } from '@vitrine/testing/pictures';
import fc, { type Arbitrary } from 'fast-check';
import { deepJson, type Field, formValueOf, unusualJson } from './values.ts';

/** Multipart forms, valid and malformed. */

export interface MessageBody {
  /** The content type. */
  readonly type: string;
  readonly bytes: Buffer;
}

interface Part {
  readonly head: string;
  readonly content: Buffer;
}

const BOUNDARY = 'vitrine-fuzz';
/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const validFile = fc.constant(PNG);
const unusualFile = fc.constantFrom(
  icon('Ada Lovelace', '#1f6f5c'),
  Buffer.alloc(0),
  Buffer.alloc(300_000, 'x'),
  PNG.subarray(0, 30),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script>'),
  Buffer.from('%PDF-1.4\n'),
);

export function formOf(
  fields: Arbitrary<Field[]>,
  files: readonly { name: string; required: boolean }[],
): Arbitrary<MessageBody> {
  return partsOf(fields, files).map((parts) => writeForm(parts));
}

/** A form with one file in it. */
export function formWith(
  fields: Readonly<Record<string, string>>,
  file: { name: string; filename: string; content: Buffer },
): MessageBody {
  const texts = Object.entries(fields).map(([name, value]) =>
    fieldPart([name, JSON.stringify(value)]),
  );
  const head = disposition(`name="${file.name}"; filename="${file.filename}"`);
  return writeForm([...texts, { head, content: file.content }]);
}

function partsOf(
  fields: Arbitrary<Field[]>,
  files: readonly { name: string; required: boolean }[],
): Arbitrary<Part[]> {
  const file = fc.oneof({ weight: 6, arbitrary: validFile }, { weight: 1, arbitrary: unusualFile });
  const chosen = files.map(({ name, required }) =>
    fc
      .option(file, { freq: required ? 20 : 1 })
      .map((content) => (content === null ? [] : [filePart(name, content)])),
  );
  return fc
    .tuple(fields, fc.tuple(...chosen))
    .map(([all, uploads]) => [...all.map(fieldPart), ...uploads.flat()]);
}

function fieldPart(field: Field): Part {
  const name = field[0].replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  return { head: disposition(`name="${name}"`), content: Buffer.from(formValueOf(field)) };
}

function filePart(name: string, content: Buffer): Part {
  const head = `${disposition(`name="${name}"; filename="a.png"`)}content-type: image/png\r\n`;
  return { head, content };
}

function disposition(rest: string): string {
  return `content-disposition: form-data; ${rest}\r\n`;
}

function writeForm(
  parts: readonly Part[],
  { boundary = BOUNDARY, lineEnd = '\r\n', end = '--', before = '' } = {},
): MessageBody {
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n`.replaceAll('\r\n', lineEnd)),
    content,
    Buffer.from(lineEnd),
  ]);
  const bytes = Buffer.concat([
    Buffer.from(before),
    ...chunks,
    Buffer.from(`--${boundary}${end}${lineEnd}`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** The same form with one thing wrong. */
export function malformedFormOf(
  fields: Arbitrary<Field[]>,
  files: readonly { name: string; required: boolean }[],
): Arbitrary<MessageBody> {
  const parts = partsOf(fields, files);
  const valid = parts.map((all) => writeForm(all));
  return fc.oneof(
    // Cut off, with a matching content length.
    fc.tuple(valid, fc.double({ min: 0, max: 1, noNaN: true })).map(([{ type, bytes }, share]) => ({
      type,
      bytes: bytes.subarray(0, bytes.length * share),
    })),
    fc
      .tuple(
        parts,
        fc.record({
          boundary: fc.constantFrom(
            'a',
            '-',
            '--',
            `b${'-'.repeat(70)}`,
            'x'.repeat(300),
            'a b',
            "'()+_,-./:=?",
          ),
          lineEnd: fc.constantFrom('\r\n', '\n', '\r', '\r\n '),
          end: fc.constantFrom('--', '', '-', '--\r\nmore', '\r\n'),
          before: fc.constantFrom('', '\r\n', 'hello\r\n', `--${BOUNDARY}\r\n`, ' '.repeat(5_000)),
        }),
      )
      .map(([all, options]) => writeForm(all, options)),
    // The content type names another boundary than the body uses.
    fc
      .tuple(
        valid,
        fc.constantFrom(
          ...['', '; boundary', '; boundary=', '; boundary=""', '; boundary=other', '; boundary="'],
          ...[
            `; boundary="${BOUNDARY}"`,
            `;boundary=${BOUNDARY};boundary=b`,
            `; BOUNDARY=${BOUNDARY}`,
          ],
          ...[`; charset=utf-16; boundary=${BOUNDARY}`, `; boundary=${'y'.repeat(3_000)}`],
        ),
      )
      .map(([{ bytes }, rest]) => ({ type: `multipart/form-data${rest}`, bytes })),
    fc.tuple(parts, unusualPart).map(([all, unusual]) => writeForm([...all, unusual])),
    fc.tuple(parts, unusualPart).map(([all, unusual]) => writeForm([unusual, ...all])),
    fc
      .tuple(parts, fc.constantFrom(30, 45, 200))
      .map(([all, times]) =>
        writeForm([
          ...all,
          ...Array.from({ length: times }, (_, index) => fieldPart([`more${index}`, '1'])),
        ]),
      ),
    fc.constant({ type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.alloc(0) }),
  );
}

const unusualHead = fc.constantFrom(
  ...['', '\r\n', 'content-disposition\r\n', 'content-disposition: attachment; name="a"\r\n'],
  ...[disposition(''), disposition('name'), disposition('name='), disposition('name=""')],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'a'.repeat(99),
    'a'.repeat(300),
    '\0',
    '%',
    'a\\"b',
  ].map((name) => disposition(`name="${name}"`)),
  ...['', '../../etc/passwd', '\0', 'a'.repeat(5_000), '\\', '%00.png'].map((filename) =>
    disposition(`name="svg"; filename="${filename}"`),
  ),
  disposition(`name="svg"; filename*=utf-8''%e2%82%ac%ff`),
  disposition(`name*=utf-8''%ff; name="title"`),
  ...[
    'application/json',
    'application/json; charset=utf-7',
    'multipart/mixed; boundary=b',
    '/',
    'a',
  ].map((type) => `${disposition('name="title"')}content-type: ${type}\r\n`),
  `${disposition('name="title"')}content-transfer-encoding: base64\r\n`,
  `${disposition('name="title"')}content-transfer-encoding: quoted-printable\r\n`,
  `${disposition('name="title"')}${'x-more: 1\r\n'.repeat(100)}`,
  `${disposition('name="title"')}x-long: ${'x'.repeat(20_000)}\r\n`,
  disposition('name="title"').repeat(2),
  ` ${disposition('name="title"')}`,
);

const unusualPart: Arbitrary<Part> = fc.record({
  head: unusualHead,
  content: fc
    .oneof(unusualJson, deepJson, fc.constantFrom('', '{"__proto__":1}', '=FF', '\r\n--'))
    .map((text) => Buffer.from(text)),
});
