import { crc32, deflateSync } from 'node:zlib';
import { icon, paint, pdf } from '@vitrine/testing/pictures';
import fc, { type Arbitrary } from 'fast-check';
import sharp from 'sharp';
import { flipBit, weighted } from './values.ts';

/** Valid files with corruptions: anywhere, or where decoders of their format are weak. */

type FileType = 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'svg' | 'pdf';

export interface MalformedFile {
  readonly type: FileType;
  readonly bytes: Buffer;
}

export async function malformedFiles(): Promise<Arbitrary<MalformedFile>> {
  const valid = await validFiles();
  const anyFile = fc.constantFrom(...Object.values(valid));
  const targeted: Record<FileType, Arbitrary<Buffer>> = {
    png: fc.oneof(
      oversized(valid.png, '00000040', '00007fff', '7fffffff'),
      malformedPng(valid.png),
    ),
    jpg: oversized(valid.jpg, '00400040', '1fff1fff', 'ffffffff'),
    gif: oversized(valid.gif, '40004000', 'ff1fff1f', 'ffffffff'),
    webp: oversized(valid.webp, '40004000', 'ff1fff1f', 'ff3fff3f'),
    avif: oversized(valid.avif, '0000004000000040', '00001fff00001fff', 'ffffffffffffffff'),
    svg: unusualSvg,
    pdf: unusualPdf,
  };
  const types = Object.keys(targeted) as FileType[];
  return fc.oneof(
    ...types.map((type) =>
      weighted([3, corruptedAnywhere(valid[type], anyFile)], [2, targeted[type]]).map((bytes) => ({
        type,
        bytes,
      })),
    ),
  );
}

async function validFiles(): Promise<Record<FileType, Buffer>> {
  const picture = (seed: number) =>
    paint({ width: 64, height: 64, from: [200, 120, 80], to: [40, 60, 90], seed });
  const frames = await Promise.all([1, 2, 3].map((seed) => picture(seed).png().toBuffer()));
  const moving = () => sharp(frames, { join: { animated: true } });
  return {
    png: await picture(7).png().toBuffer(),
    jpg: await picture(7)
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg()
      .toBuffer(),
    gif: await moving().gif().toBuffer(),
    webp: await moving().webp().toBuffer(),
    avif: await picture(7).avif({ effort: 0 }).toBuffer(),
    svg: icon('Ada Lovelace', '#1f6f5c'),
    pdf: pdf(['Ada Lovelace', 'First programmer', 'London']),
  };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const junk = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
/** Too large or too small for any length or count in the file. */
const unusualNumber = fc
  .constantFrom(
    '00',
    'ff',
    '0000',
    'ffff',
    '00000000',
    'ffffffff',
    '7fffffff',
    '80000000',
    '00010000',
  )
  .map((hex) => Buffer.from(hex, 'hex'));
/** The first bytes identify the type, so they stay. */
const SIGNATURE = 16;

function corruptedAnywhere(valid: Buffer, others: Arbitrary<Buffer>): Arbitrary<Buffer> {
  const place = share.map((part) => SIGNATURE + Math.floor((valid.length - SIGNATURE) * part));
  return fc.oneof(
    fc
      .array(fc.tuple(share, fc.nat(7)), { minLength: 1, maxLength: 20 })
      .map((flips) => flips.reduce((bytes, [at, bit]) => flipBit(bytes, at, bit), valid)),
    place.map((at) => valid.subarray(0, at)),
    fc.tuple(place, unusualNumber).map(([at, number]) => splice(valid, at, number.length, number)),
    fc
      .tuple(place, fc.nat(200), junk)
      .map(([at, removed, inserted]) => splice(valid, at, removed, inserted)),
    // A part of this file or of another one is repeated.
    fc
      .tuple(place, place, fc.nat(400))
      .map(([to, from, length]) => splice(valid, to, 0, valid.subarray(from, from + length))),
    fc.tuple(place, others).map(([at, other]) => Buffer.concat([valid.subarray(0, at), other])),
    junk.map((rest) => Buffer.concat([valid.subarray(0, SIGNATURE), rest])),
    junk.map((rest) => Buffer.concat([valid, rest])),
  );
}

function splice(bytes: Buffer, at: number, removed: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

/** Declares a larger size than it has, everywhere the size occurs. */
function oversized(valid: Buffer, size: string, ...larger: string[]): Arbitrary<Buffer> {
  const hex = valid.toString('hex');
  if (!hex.includes(size)) throw new Error(`The file does not contain its size as ${size}.`);
  return fc.constantFrom(...larger).map((other) => {
    const bytes = Buffer.from(hex.replaceAll(size, other), 'hex');
    return other.length === 8 && valid[0] === 0x89 ? withChecksums(bytes) : bytes;
  });
}

/** Decoders skip PNG chunks with a wrong checksum, so the checksums are corrected. */
function withChecksums(bytes: Buffer): Buffer {
  return writePng(readPng(bytes));
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function readPng(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function writePng(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(({ type, data }) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function malformedPng(valid: Buffer): Arbitrary<Buffer> {
  const chunks = readPng(valid);
  const which = fc.nat(chunks.length - 1);
  const bomb = Buffer.concat([Buffer.from([0]), Buffer.alloc(20_000_000)]);
  return fc.oneof(
    fc
      .tuple(which, share, fc.nat(7))
      .map(([at, part, bit]) =>
        chunks.map((one, index) =>
          index === at ? { ...one, data: flipBit(one.data, part, bit) } : one,
        ),
      )
      .map(writePng),
    fc.tuple(which, which).map(([from, to]) => {
      const chunk = chunks[from];
      return writePng(chunk ? chunks.toSpliced(to, 0, chunk) : chunks);
    }),
    which.map((at) => writePng(chunks.toSpliced(at, 1))),
    fc
      .constantFrom('zTXt', 'iCCP', 'eXIf', 'tRNS', 'PLTE', 'IDAT', 'acTL', 'fcTL')
      .chain((type) => junk.map((data) => writePng(chunks.toSpliced(1, 0, { type, data })))),
    // Small when compressed, large when decompressed.
    fc.constantFrom('IDAT', 'zTXt', 'iCCP').map((type) => {
      const head = type === 'IDAT' ? '' : 'a\0\0';
      const data = Buffer.concat([Buffer.from(head), deflateSync(bomb)]);
      return writePng(chunks.toSpliced(1, 0, { type, data }));
    }),
  );
}

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const unusualLength = fc.constantFrom(
  ...'0 -1 1e999 NaN 64 100% 1.5px 100000 99999999999 . 0.4 1..2'.split(' '),
  '',
);

const unusualSvg: Arbitrary<Buffer> = fc
  .oneof(
    fc
      .tuple(
        fc.constantFrom('<g>', '<svg>', '<a:b xmlns:a="b">', '<text>'),
        fc.constantFrom(50, 101, 5_000, 100_000),
        fc.boolean(),
      )
      .map(([open, depth, ends]) => {
        const close = open.replace(/^<([\w:]+).*$/, '</$1>');
        return svg(open.repeat(depth) + (ends ? close.repeat(depth) : ''));
      }),
    fc
      .tuple(
        fc.constantFrom(
          '<g/>',
          '<path d="M0 0"/>',
          'a',
          '&lt;',
          '<!---->',
          '<?a?>',
          '<![CDATA[]]>',
        ),
        fc.constantFrom(1_000, 60_000),
      )
      .map(([one, times]) => svg(one.repeat(times))),
    fc
      .tuple(
        fc.constantFrom('x', ' ', 'url(#a)', 'url(#', '&#65;', '\\', 'url( '),
        fc.constantFrom('d', 'style', 'fill', 'href', 'onload', 'unknown'),
        fc.constantFrom(10, 10_000, 130_000),
      )
      .map(([one, name, times]) => svg(`<path ${name}="${one.repeat(times)}"/>`)),
    fc
      .tuple(unusualLength, unusualLength)
      .map(
        ([width, height]) =>
          `<svg ${NS} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"/>`,
      ),
    fc.constantFrom(
      `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(100)}"><!ENTITY c "${'&a;'.repeat(100)}">]>${svg('&c;')}`,
      `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg('')}`,
      svg('&a;'),
      svg('&#0;&#xd800;&#x110000;'),
      svg('&#99999999999999999999;'),
      svg('<a b="1" b="2"/>'),
      svg('<xlink:svg/><p:g/>'),
      svg('<g xmlns:xml="a"/><g xmlns:xmlns="b"/><g xmlns:a=""/>'),
      svg('<g xmlns=""><svg/></g>'),
      svg('<!-- -- -->'),
      svg(']]>'),
      svg('<![CDATA[</svg><script>]]>'),
      svg('<__proto__/><constructor/><g __proto__="a" constructor="b"/>'),
      svg('<use href="#a" id="a"/><use href="#b"/>'),
      svg('\0'),
      svg('\ufffe\uffff'),
      `<?xml version="1.0" encoding="utf-16"?>${svg('')}`,
      `<?xml version="1.0" encoding="nonsense"?>${svg('')}`,
      `${' '.repeat(70_000)}${svg('')}`,
      `${svg('')}${svg('')}`,
      `<svg ${NS}`,
      `<svg ${NS} ${Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
      `<svg ${NS} ${Array.from({ length: 20_000 }, (_, n) => `xmlns:a${n}="1"`).join(' ')}/>`,
    ),
  )
  .chain((text) =>
    weighted<Buffer>(
      [12, fc.constant(Buffer.from(text))],
      [1, fc.constant(Buffer.from(`\ufeff${text}`))],
      [1, fc.constant(Buffer.from(text, 'utf16le'))],
      [1, fc.constant(Buffer.from(text, 'latin1'))],
    ),
  );

function svg(inner: string): string {
  return `<svg ${NS} viewBox="0 0 64 64">${inner}</svg>`;
}

const PDF_CONTENT = [
  ...['BT /F1 12 Tf (a) Tj ET', '', '1e30 0 0 1e30 0 0 cm 0 0 m 1e30 1e30 l S'],
  ...['q ', '(', '[', '<', '\0\xff', '0 0 m 1 1 l '].map((one) => one.repeat(50_000)),
  ...['/X Do ', '0 0 1e9 1e9 re f '].map((one) => one.repeat(1_000)),
  'BI /W 99999 /H 99999 /BPC 8 /CS /RGB ID a EI',
];

const PDF_FILTERS = [
  ...['', '/Filter /FlateDecode', '/Filter /DCTDecode'],
  '/Filter [/ASCIIHexDecode /LZWDecode /RunLengthDecode]',
  `/Filter [${'/FlateDecode '.repeat(500)}]`,
  ...['[', '<<'].map((open) => `/A ${open.repeat(20_000)}`),
];

const PDF_FONTS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /Font /Subtype /Type3 /CharProcs << /a 4 0 R >> /FontMatrix [0 0 0 0 0 0] >>',
  '<< /Type /Font /Subtype /Type0 /DescendantFonts [5 0 R] >>',
  '5 0 R',
];

const PDF_TRAILERS = [
  ...['', '/Prev 0', '/Prev 99999999', '/Root 9 0 R', '/Size 2147483647', '/XRefStm 20'],
  '/Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -1 >>',
];

/** The first value half of the time, otherwise one of the others. */
function mostly(...[valid = '', ...others]: string[]): Arbitrary<string> {
  return fc.oneof(fc.constant(valid), fc.constantFrom(...others));
}

const unusualPdf: Arbitrary<Buffer> = fc
  .record<PdfParts>({
    box: mostly(
      '[0 0 595 842]',
      ...['[0 0 0 0]', '[0 0 1e9 1e9]', '[0 0 -5 -5]', '[0 0 1 100000]', '[0 0 1e99 1]'],
      ...['[0 0 .01 .01]', '[a b]', '[]', 'null'],
    ),
    kids: mostly(
      '[3 0 R]',
      ...['[2 0 R]', '[]', '[9 0 R]', '[1 0 R]', '3 0 R', `[${'3 0 R '.repeat(5_000)}]`],
    ),
    count: mostly('1', '0', '-1', '2147483647', '99999999999'),
    content: fc.constantFrom(...PDF_CONTENT),
    length: mostly('', '0', '-1', '99999999', '4 0 R', '9 0 R'),
    filter: mostly(...PDF_FILTERS),
    resources: mostly(
      '<< /Font << /F1 5 0 R >> /XObject << /X 4 0 R >> >>',
      ...['3 0 R', 'null', '<< /Font 5 0 R >>'],
    ),
    font: mostly(...PDF_FONTS),
    trailer: mostly(...PDF_TRAILERS),
    xref: mostly('valid', 'zero', 'far', 'none', 'loop'),
  })
  .map(writePdf);

interface PdfParts {
  readonly box: string;
  readonly kids: string;
  readonly count: string;
  readonly content: string;
  /** The actual length of the content if empty. */
  readonly length: string;
  readonly filter: string;
  readonly resources: string;
  readonly font: string;
  readonly trailer: string;
  readonly xref: string;
}

function writePdf(parts: PdfParts): Buffer {
  const length = parts.length || String(parts.content.length);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids ${parts.kids} /Count ${parts.count} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox ${parts.box} /Contents 4 0 R /Resources ${parts.resources} >>`,
    `<< /Subtype /Form /BBox [0 0 9 9] /Length ${length} ${parts.filter} >>\nstream\n${parts.content}\nendstream`,
    parts.font,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset =
      { valid: file.length, zero: 0, far: 9_999_999, none: 0, loop: 9 }[parts.xref] ?? 0;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table =
    parts.xref === 'none'
      ? ''
      : `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const start = parts.xref === 'loop' ? 0 : file.length;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${parts.trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}
