import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PDFiumLibrary } from '@hyzyla/pdfium';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { answerRequests } from '../media/answer-requests.ts';
import { PIXEL_LIMIT, restrictFormats } from '../media/image-formats.ts';
import { FONTS, TEMPLATES } from '../paths.ts';
import { splitSvg } from './split-svg.ts';
import type { TypesetPicture, TypesetRequest, TypesetResult } from './typeset.ts';

/** Does not exist: templates and pictures are virtual files, and nothing else can be read. */
const WORKSPACE = '/nonexistent/vitrine';
const MAX_BYTES = 150_000;

// The compiler returns an SVG.
restrictFormats(['VipsForeignLoadSvgBuffer']);

const compiler = NodeCompiler.create({
  workspace: WORKSPACE,
  fontArgs: [{ fontPaths: [FONTS] }],
});
for (const file of readdirSync(TEMPLATES))
  compiler.mapShadow(join(WORKSPACE, file), readFileSync(join(TEMPLATES, file)));

/** The characters that the fonts have: first and last of each range. */
const coverage: readonly number[] = JSON.parse(readFileSync(join(FONTS, 'coverage.json'), 'utf8'));

answerRequests(answer);

async function answer(request: TypesetRequest): Promise<TypesetResult> {
  const paths: string[] = [];
  try {
    for (const [name, picture] of Object.entries(request.pictures)) {
      const path = join(WORKSPACE, name);
      compiler.mapShadow(path, await prepare(picture));
      paths.push(path);
    }
    const replaced = new Set<string>();
    const data = JSON.parse(
      JSON.stringify(request.data, (_, value) =>
        typeof value === 'string' ? drawable(value, replaced) : value,
      ),
    );
    const document = compile(request.template, data);
    return {
      ...(await encode(document, request.output)),
      pageCount: document.numOfPages,
      replaced: [...replaced],
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const path of paths) compiler.unmapShadow(path);
    // Keeps what the last requests used, because the next preview differs little.
    compiler.evictCache(2);
  }
}

/** To JPEG, because librsvg does not draw WebP images in an SVG. */
async function prepare({ bytes, width, height, isGray }: TypesetPicture): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
    .resize({ width, height, fit: 'outside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .grayscale(isGray)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function compile(template: TypesetRequest['template'], data: object): NodeTypstDocument {
  const document = compileOnce(template, data);
  if (template === 'card' || document.numOfPages !== 2) return document;
  // Slightly smaller text may fit on one page.
  for (const scale of [0.96, 0.92]) {
    const smaller = compileOnce(template, { ...data, scale });
    if (smaller.numOfPages === 1) return smaller;
  }
  return document;
}

function compileOnce(template: TypesetRequest['template'], data: object): NodeTypstDocument {
  const compiled = compiler.compile({
    mainFilePath: join(WORKSPACE, `${template}.typ`),
    inputs: { data: JSON.stringify(data) },
    resetRead: true,
  });
  const error = compiled.takeError();
  if (error) throw new Error(JSON.stringify(error.shortDiagnostics));
  if (!compiled.result) throw new Error('The compiler returned no document.');
  return compiled.result;
}

async function encode(
  document: NodeTypstDocument,
  output: TypesetRequest['output'],
): Promise<{ bytes: Uint8Array; pages: string[] }> {
  if (output === 'pdf' || output === 'text') {
    // Fails if the PDF does not conform to PDF/UA-1.
    const pdf = withoutPageDirection(compiler.pdf(document, { pdfStandard: 'ua-1' }));
    return output === 'pdf'
      ? { bytes: pdf, pages: [] }
      : { bytes: new Uint8Array(), pages: await readText(pdf) };
  }
  // Letters are outlines in this SVG, so it needs no fonts.
  const svg = compiler.plainSvg(document);
  return output === 'svg'
    ? { bytes: new Uint8Array(), pages: splitSvg(svg) }
    : { bytes: await toJpeg(Buffer.from(svg)), pages: [] };
}

let library: Promise<PDFiumLibrary> | undefined;

async function readText(pdf: Buffer): Promise<string[]> {
  // Loaded on first use, because few requests need it.
  library ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init());
  try {
    const document = await (await library).loadDocument(pdf);
    const pages = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return pages;
  } catch (error) {
    // After a failure, the library keeps its memory and fails each time. The next request starts a new process.
    process.stderr.write(`${error}\n`);
    process.exit(1);
  }
}

/**
 * In a right-to-left language, the PDF says that its pages follow each other from right to left.
 * PDFium then also reads email addresses in that order, as in `com.example@ada`. Each line has its
 * own direction anyway.
 */
function withoutPageDirection(pdf: Buffer): Buffer {
  const at = pdf.indexOf('/Direction /R2L');
  if (at >= 0) pdf.write('/Direction /L2R', at, 'latin1');
  return pdf;
}

/** Removes what cannot be drawn, and replaces characters that no font has with a white square. */
function drawable(text: string, replaced: Set<string>): string {
  return (
    text
      .toWellFormed()
      // PDFium may read an accent apart from its letter.
      .normalize('NFC')
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll('\t', ' ')
      // Soft hyphens and overrides of the direction would change what machines read.
      .replaceAll(/[^\n\P{Cc}]|[\u00ad\u202d\u202e]/gu, '')
      .replaceAll(/[^\n\p{Default_Ignorable_Code_Point}]/gu, (character) => {
        if (isCovered(character.codePointAt(0) ?? 0)) return character;
        replaced.add(character);
        return '\u25a1';
      })
      // No word has more marks on a letter, or joins more consonants. In the PDF, each mark repeats
      // the whole letter, so that thousands would take gigabytes to read.
      .replaceAll(/([\p{M}\p{Cf}]{10})[\p{M}\p{Cf}]+/gu, '$1')
      .replaceAll(
        /(?:[\u0904-\u0939\u0958-\u0961\u0972-\u097f][\p{M}\u200c\u200d]+){20}/gu,
        '$&\u200b',
      )
  );
}

function isCovered(point: number): boolean {
  let [low, high] = [0, coverage.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (point < (coverage[middle * 2] ?? 0)) high = middle - 1;
    else if (point > (coverage[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** Lowers the quality until the file is small enough. Few pictures need it. */
async function toJpeg(svg: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(svg, { density: 72 })
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let bytes: Buffer;
  let quality = 88;
  do {
    bytes = await sharp(data, { raw }).jpeg({ quality, progressive: true }).toBuffer();
    quality -= 12;
  } while (bytes.length > MAX_BYTES && quality > 0);
  return bytes;
}
