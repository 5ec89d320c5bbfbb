import type { ResumeTemplate } from '@vitrine/contract/options';
import { type Head, type LayoutSection, layOut } from './layout.ts';
import type { Resume } from './resume.ts';

const WIDTH = 80;

/** Writes the resume as plain text, in the order of the PDF: to read, and to paste into a form. */
export function toText(resume: Resume, template: ResumeTemplate): string {
  const { name, headline, contacts, sections } = layOut(resume, template);
  const lines = contacts.map((one) => (one.name ? `${one.name}: ${one.url}` : one.text));
  const head = [name, headline, ...lines].filter((line) => line !== '');
  const blocks = [
    head.map((line) => wrap(clean(line))).join('\n'),
    ...sections.map((section) => {
      const heading = clean(section.heading).toLocaleUpperCase(resume.language);
      return [heading, ...writeBlocks(section)].join('\n\n');
    }),
  ];
  return `${blocks.join('\n\n\n')}\n`;
}

/** The parts of a section, between which there is an empty line. */
function writeBlocks(section: LayoutSection): string[] {
  switch (section.kind) {
    case 'text':
      return writeParagraphs(section.text);
    case 'items':
      return [
        section.groups
          .map(({ label, items }) => {
            const titles = items.map(({ title }) => title).join(', ');
            return wrap(clean(label === '' ? titles : `${label}: ${titles}`));
          })
          .join('\n'),
      ];
    case 'entries':
      return section.groups.flatMap(({ head, entries }) => [
        ...(head ? [writeHead(head)] : []),
        ...entries.flatMap((entry) => {
          const [first = '', ...others] = writeParagraphs(entry.text);
          const list = [
            ...entry.highlights.map((highlight) => wrap(clean(highlight), '- ')),
            wrap(clean(entry.technologies.join(', '))),
          ].filter((line) => line !== '');
          const citation = wrap(clean(entry.citation.map(({ text }) => text).join('')));
          const start = [writeHead(entry.head), citation, first]
            .filter((line) => line !== '')
            .join('\n');
          return [start, ...others, ...(list.length > 0 ? [list.join('\n')] : [])];
        }),
      ]);
  }
}

/** The name, the dates and the link of an entry, each on a line. */
function writeHead({ parts, dates }: Head): string {
  const title = parts.map(({ text }) => text).join(', ');
  const link = parts.find(({ url }) => url !== '')?.url ?? '';
  return [wrap(clean(title)), clean(dates), clean(link)].filter((line) => line !== '').join('\n');
}

function writeParagraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => wrap(clean(line)))
    .filter((line) => line !== '');
}

/** Removes characters that a form could not take, and repeated spaces. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Breaks lines between words. A word that is longer than a line is kept, so that a link still works. */
function wrap(text: string, bullet = ''): string {
  const room = WIDTH - bullet.length;
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfLine(text, start, room);
    lines.push(text.slice(start, end));
    start = end + 1;
  }
  return bullet + lines.join(`\n${' '.repeat(bullet.length)}`);
}

/** The last space that leaves the line short enough, or else the first one. */
function endOfLine(text: string, start: number, room: number): number {
  let end = endOfWord(text, start);
  let width = measureWidth(text.slice(start, end));
  while (end < text.length) {
    const next = endOfWord(text, end + 1);
    width += measureWidth(text.slice(end, next));
    if (width > room) return end;
    end = next;
  }
  return end;
}

function endOfWord(text: string, start: number): number {
  const end = text.indexOf(' ', start);
  return end < 0 ? text.length : end;
}

/** Chinese, Japanese and Korean letters take two columns. */
function measureWidth(text: string): number {
  const wide = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  return [...text].length + (wide?.length ?? 0);
}
