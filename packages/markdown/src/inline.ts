import type { PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { LIMITS } from './parse.ts';

/** A piece of a short text that looks the same throughout. */
export interface Span {
  readonly text: string;
  readonly isEmphasis: boolean;
  readonly isStrong: boolean;
  /** Where it leads to; empty for no link. */
  readonly url: string;
}

/** Everything that is not emphasis or a link stays as it was written, such as a list or an image. */
const DISABLED = [
  ...['blockQuote', 'list', 'headingAtx', 'setextUnderline', 'thematicBreak', 'definition'],
  ...['codeIndented', 'codeFenced', 'codeText', 'htmlFlow', 'htmlText'],
  ...['labelStartImage', 'characterReference', 'hardBreakEscape', 'hardBreakTrailing'],
];

const OPTIONS = { extensions: [{ disable: { null: DISABLED } }, LIMITS] };

/**
 * Reads emphasis and links of Markdown in a short text, as paragraphs. Only links of the web and of
 * email become links: a `javascript:` link is left as its text.
 */
export function toParagraphs(markdown: string): Span[][] {
  return markdown
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => readSpans(paragraph.trim()))
    .filter((spans) => spans.length > 0);
}

/** The text as it is read, for what cannot show emphasis or links. */
export function toPlainText(markdown: string): string {
  return toParagraphs(markdown)
    .map((spans) => spans.map(({ text }) => text).join(''))
    .join('\n\n');
}

/** The paragraphs as HTML, without attributes other than `href` and `rel`. */
export function toInlineHtml(markdown: string): string {
  return toParagraphs(markdown)
    .map((spans) => `<p>${spans.map(writeSpan).join('')}</p>`)
    .join('');
}

const PLAIN = { isEmphasis: false, isStrong: false, url: '' };

function readSpans(paragraph: string): Span[] {
  const spans: Span[] = [];
  for (const block of fromMarkdown(paragraph, OPTIONS).children)
    if (block.type === 'paragraph') collect(block.children, PLAIN, spans);
  return spans;
}

function collect(
  nodes: readonly PhrasingContent[],
  style: Omit<Span, 'text'>,
  spans: Span[],
): void {
  for (const node of nodes) {
    if (node.type === 'text') spans.push({ text: node.value, ...style });
    // Two spaces at the end of a line, although the construct is disabled.
    if (node.type === 'break') spans.push({ text: '\n', ...style });
    if (node.type === 'emphasis') collect(node.children, { ...style, isEmphasis: true }, spans);
    if (node.type === 'strong') collect(node.children, { ...style, isStrong: true }, spans);
    if (node.type === 'link')
      collect(node.children, { ...style, url: isSafe(node.url) ? node.url : '' }, spans);
  }
}

function isSafe(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url) && URL.canParse(url);
}

function writeSpan({ text, isEmphasis, isStrong, url }: Span): string {
  let html = escapeHtml(text);
  if (isEmphasis) html = `<em>${html}</em>`;
  if (isStrong) html = `<strong>${html}</strong>`;
  if (url === '') return html;
  const rel = /^https?:/i.test(url) ? ' rel="noopener noreferrer"' : '';
  return `<a href="${escapeHtml(url)}"${rel}>${html}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
