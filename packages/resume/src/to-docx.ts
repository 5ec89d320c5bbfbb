import type { ResumeTemplate, SiteLanguage } from '@vitrine/contract/options';
import type { ResumeSettings } from '@vitrine/contract/resume';
import type { Span } from '@vitrine/markdown/inline';
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type ILevelsOptions,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Tab,
  TabStopType,
  TextRun,
} from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { docxStyles } from './docx-styles.ts';
import { type Head, type Layout, type LayoutSection, layOut } from './layout.ts';
import type { Resume } from './resume.ts';

export interface DocxLook {
  readonly template: ResumeTemplate;
  readonly paper: ResumeSettings['paper'];
  /** A color like #0b6e63. */
  readonly accent: string;
}

/** In twentieths of a point, as all lengths in the format. */
const PAPERS = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } };
const MARGIN = 1_134;
const INDENT = 284;

const LOCALES: Readonly<Record<SiteLanguage, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  pt: 'pt-BR',
  it: 'it-IT',
  nl: 'nl-NL',
  ar: 'ar-SA',
};

const HIGHLIGHTS = 'highlights';
const BULLET: ILevelsOptions = {
  level: 0,
  format: LevelFormat.BULLET,
  text: '•',
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { start: INDENT, hanging: INDENT } } },
};

/**
 * Writes the resume for Word, in the order of the PDF. It has real headings, lists and links, and no
 * table for the layout, so that other programs can read it.
 */
export async function toDocx(resume: Resume, look: DocxLook): Promise<Uint8Array> {
  const layout = layOut(resume, look.template);
  const { width, height } = PAPERS[look.paper];
  const page: Page = { isRtl: resume.language === 'ar', width: width - 2 * MARGIN };
  const document = new Document({
    title: storable(resume.title),
    creator: storable(resume.name),
    lastModifiedBy: storable(resume.name),
    styles: docxStyles(look.accent, LOCALES[resume.language]),
    numbering: { config: [{ reference: HIGHLIGHTS, levels: [BULLET] }] },
    sections: [
      {
        properties: {
          page: {
            size: { width, height },
            margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
          },
        },
        children: [
          ...writeHeader(page, layout),
          ...layout.sections.flatMap((section) => [
            paragraph(page, [run(page, section.heading)], { heading: HeadingLevel.HEADING_1 }),
            ...writeContent(page, section),
          ]),
        ],
      },
    ],
  });
  return makeReproducible(await Packer.toBuffer(document));
}

interface Page {
  readonly isRtl: boolean;
  /** Between the margins. */
  readonly width: number;
}

function writeHeader(page: Page, { name, headline, contacts }: Layout): Paragraph[] {
  const links = contacts.flatMap(({ text, url }, index) => [
    ...(index > 0 ? [run(page, ' | ')] : []),
    linked(page, text, url),
  ]);
  return [
    paragraph(page, [run(page, name)], { heading: HeadingLevel.TITLE }),
    ...(headline === '' ? [] : [paragraph(page, [run(page, headline)], { style: 'Subtitle' })]),
    ...(links.length === 0 ? [] : [paragraph(page, links)]),
  ];
}

function writeContent(page: Page, section: LayoutSection): Paragraph[] {
  switch (section.kind) {
    case 'text':
      return section.paragraphs.length > 0
        ? section.paragraphs.map((spans) => richParagraph(page, spans))
        : writeText(page, section.text);
    case 'items':
      return section.groups.map(({ label, items }) =>
        paragraph(page, [
          ...(label === '' ? [] : [run(page, `${label}: `, { bold: true })]),
          ...items.flatMap(({ title, url = '' }, index) => [
            ...(index > 0 ? [run(page, ', ')] : []),
            linked(page, title, url),
          ]),
        ]),
      );
    case 'entries':
      return section.groups.flatMap(({ head, entries }) => [
        ...(head ? [writeHeading(page, head, HeadingLevel.HEADING_2)] : []),
        ...entries.flatMap((entry) => [
          writeHeading(page, entry.head, head ? HeadingLevel.HEADING_3 : HeadingLevel.HEADING_2),
          ...(entry.citation.length === 0 ? [] : [richParagraph(page, entry.citation)]),
          ...writeText(page, entry.text),
          ...entry.highlights.map((highlight) =>
            paragraph(page, [run(page, highlight)], {
              style: 'ListParagraph',
              numbering: { reference: HIGHLIGHTS, level: 0 },
            }),
          ),
          ...(entry.technologies.length === 0
            ? []
            : [paragraph(page, [run(page, entry.technologies.join(', '))])]),
        ]),
      ]);
  }
}

/** The dates stand at the end of the line. */
function writeHeading(
  page: Page,
  { parts, dates }: Head,
  heading: IParagraphOptions['heading'],
): Paragraph {
  const names = parts.flatMap(({ text, url }, index) => [
    ...(index > 0 ? [run(page, ', ')] : []),
    linked(page, text, url),
  ]);
  const when =
    dates === ''
      ? []
      : [new TextRun({ children: [new Tab(), storable(dates)], rightToLeft: page.isRtl })];
  return paragraph(page, [...names, ...when], {
    ...(heading && { heading }),
    tabStops: [{ type: TabStopType.RIGHT, position: page.width }],
  });
}

function writeText(page: Page, text: string): Paragraph[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => paragraph(page, [run(page, line.trim())]));
}

function richParagraph(page: Page, spans: readonly Span[]): Paragraph {
  return paragraph(
    page,
    spans.flatMap(({ text, isEmphasis, isStrong, url }) => {
      const style = { bold: isStrong, italics: isEmphasis };
      if (url !== '') return linked(page, text, url, style);
      return text
        .split('\n')
        .map((line, index) => run(page, line, { ...style, ...(index > 0 && { break: 1 }) }));
    }),
  );
}

function paragraph(
  { isRtl }: Page,
  children: readonly ParagraphChild[],
  options: IParagraphOptions = {},
): Paragraph {
  return new Paragraph({ ...options, children, ...(isRtl && { bidirectional: true }) });
}

function run({ isRtl }: Page, text: string, style: IRunOptions = {}): TextRun {
  return new TextRun({
    text: storable(text),
    ...style,
    ...(isRtl && { rightToLeft: true }),
  });
}

function linked(page: Page, text: string, url: string, style: IRunOptions = {}): ParagraphChild {
  if (url === '') return run(page, text);
  const child = run(page, text, { ...style, style: 'Hyperlink' });
  return new ExternalHyperlink({ link: storable(url), children: [child] });
}

/** Removes the characters that XML cannot contain. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** The library adds the time, and random names of links. Without them, a resume always has the same bytes. */
function makeReproducible(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes);
  const links = new Map<string, string>();
  const edit = (path: string, pattern: RegExp, replace: (found: string) => string) => {
    const content = files[path];
    if (!content) throw new Error(`The library wrote no ${path}.`);
    files[path] = strToU8(strFromU8(content).replaceAll(pattern, replace));
  };
  for (const path of ['word/document.xml', 'word/_rels/document.xml.rels'])
    edit(path, /(?<= (?:r:id|Id)=")rId[\w-]{8,}(?=")/g, (name) => {
      const known = links.get(name) ?? `rIdLink${links.size + 1}`;
      links.set(name, known);
      return known;
    });
  edit('docProps/core.xml', /(?<=W3CDTF">)[^<]+/g, () => '2000-01-01T00:00:00Z');
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}
