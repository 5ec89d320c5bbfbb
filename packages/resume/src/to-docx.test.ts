import { resumeOf } from '@vitrine/testing/build-resume';
import { demoPortfolio, hostilePortfolio } from '@vitrine/testing/site-portfolios';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { layOut } from './layout.ts';
import type { Resume } from './resume.ts';
import { type DocxLook, toDocx } from './to-docx.ts';

const LOOK: DocxLook = { template: 'classic', paper: 'a4', accent: '#0b6e63' };

async function filesOf(resume: Resume, look = LOOK): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(unzipSync(await toDocx(resume, look)));
  return Object.fromEntries(files.map(([path, content]) => [path, strFromU8(content)]));
}

interface ReadParagraph {
  readonly style: string;
  readonly text: string;
}

function paragraphsIn(xml = ''): ReadParagraph[] {
  return [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(paragraph)?.[1] ?? '',
    text: [...paragraph.matchAll(/<w:tab\/>|<w:t [^>]*>([^<]*)<\/w:t>/g)]
      .map(([, text = '\t']) => text)
      .join(''),
  }));
}

/** The text of a file, with a space for every tag. Throws if it is not well-formed. */
function textIn(xml: string): string {
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'w:t' && name !== 'w:r') text += ' ';
  });
  parser.write(xml).close();
  return text;
}

/** The words of the resume in their order, as every reader of the file must find them. */
function wordsIn(resume: Resume): string {
  const { name, headline, contacts, sections } = layOut(resume, LOOK.template);
  const texts = sections.flatMap((section) => {
    if (section.kind === 'text') return [section.heading, section.text];
    if (section.kind === 'items')
      return [
        section.heading,
        ...section.groups.flatMap(({ label, items }) => [label, ...items.map((one) => one.title)]),
      ];
    return [
      section.heading,
      ...section.groups.flatMap(({ head, entries }) => [
        ...(head ? [...head.parts.map(({ text }) => text), head.dates] : []),
        ...entries.flatMap((entry) => [
          ...entry.head.parts.map(({ text }) => text),
          entry.head.dates,
          ...entry.citation.map(({ text }) => text),
          entry.text,
          ...entry.highlights,
          ...entry.technologies,
        ]),
      ]),
    ];
  });
  return lettersOf([name, headline, ...contacts.map(({ text }) => text), ...texts].join(' '));
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}@]+/gu, ' ').trim();
}

describe('DOCX', () => {
  test('has headings, a list for highlights, and no table', async () => {
    const xml = (await filesOf(resumeOf(demoPortfolio())))['word/document.xml'];
    const paragraphs = paragraphsIn(xml);
    expect(paragraphs[0]).toEqual({ style: 'Title', text: 'Ada Lovelace' });
    const textsIn = (style: string) =>
      paragraphs.filter((one) => one.style === style).map(({ text }) => text);
    expect(textsIn('Heading1').slice(0, 2)).toEqual(['Summary', 'Experience']);
    expect(textsIn('Heading2')[0]).toBe('Analytical Company, London\tFeb 2021 – now');
    expect(textsIn('Heading3')[0]).toBe('Principal engineer\tMar 2023 – now');
    expect(textsIn('ListParagraph')[0]).toMatch(/^Cut the time/);
    expect(xml).toContain('<w:numPr>');
    expect(xml).not.toContain('<w:tbl>');
  });

  test('links to what the resume links to', async () => {
    const rels = (await filesOf(resumeOf(demoPortfolio())))['word/_rels/document.xml.rels'];
    for (const link of ['mailto:ada@example.com', 'https://tidewatch.example.com'])
      expect(rels).toContain(`Target="${link}"`);
    const unsafe = (await filesOf(resumeOf(hostilePortfolio())))['word/_rels/document.xml.rels'];
    expect(unsafe).not.toContain('javascript:');
  });

  test('has the language, the paper, the title and the author', async () => {
    const files = await filesOf(resumeOf(demoPortfolio(), 'ar'), { ...LOOK, paper: 'letter' });
    expect(files['word/styles.xml']).toMatch(/<w:lang [^>]*w:val="ar-SA"/);
    expect(files['word/document.xml']).toMatch(/<w:pgSz [^>]*w:w="12240"/);
    expect(files['word/document.xml']).toContain('<w:bidi/>');
    expect(files['docProps/core.xml']).toContain('<dc:creator>Ada Lovelace</dc:creator>');
    expect(files['docProps/core.xml']).toContain('<dc:title>');
  });

  test('has the same bytes for the same content', async () => {
    const resume = resumeOf(demoPortfolio());
    const [one, two] = [await toDocx(resume, LOOK), await toDocx(resume, LOOK)];
    expect(Buffer.compare(one, two)).toBe(0);
  });

  test('contains no character that XML forbids, and escapes the rest', async () => {
    const xml = (await filesOf(resumeOf(hostilePortfolio())))['word/document.xml'];
    for (const character of ['\u0001', '\u0008', '\u001f', '\ufffe'])
      expect(xml).not.toContain(character);
    expect(xml).not.toContain('<img');
    expect(paragraphsIn(xml)[0]?.text).toContain('&lt;/script&gt;');
  });

  test.for([
    ['the demo', demoPortfolio()] as const,
    ['hostile values', hostilePortfolio()] as const,
  ])('is well-formed XML with all of the resume in its order: %s', async ([_, content]) => {
    const resume = resumeOf(content);
    const files = Object.entries(await filesOf(resume)).filter(([path]) =>
      /(xml|rels)$/.test(path),
    );
    const texts = new Map(files.map(([path, xml]) => [path, textIn(xml)]));
    expect(lettersOf(texts.get('word/document.xml') ?? '')).toBe(wordsIn(resume));
  });
});
