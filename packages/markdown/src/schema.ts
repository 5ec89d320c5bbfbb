import type { Schema } from 'hast-util-sanitize';

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * Everything that a rendered text may contain. The transforms produce only this, so the sanitizer
 * changes nothing unless a library or a transform has a bug.
 */
export const SCHEMA: Schema = {
  tagNames: [
    ...HEADINGS,
    ...['p', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'br'],
    ...['a', 'em', 'strong', 'del', 'code', 'span', 'sup', 'input'],
    ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['figure', 'figcaption', 'img', 'section'],
  ],
  attributes: {
    ...Object.fromEntries(HEADINGS.map((heading) => [heading, [['id', /^s-/, 'footnote-label']]])),
    a: [
      'href',
      'title',
      ['rel', 'noopener', 'noreferrer'],
      ['id', /^note-fnref-/],
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['ariaDescribedBy', 'footnote-label'],
      'ariaLabel',
    ],
    code: [['className', /^language-./]],
    div: [['className', 'table-scroll'], ['role', 'region'], ['tabIndex', 0], 'ariaLabel'],
    img: [
      'src',
      'srcSet',
      'sizes',
      'width',
      'height',
      'alt',
      'title',
      ['loading', 'lazy'],
      ['decoding', 'async'],
    ],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', 'ariaLabel'],
    li: [
      ['className', 'task-list-item'],
      ['id', /^note-fn-/],
    ],
    ol: ['start', ['className', 'contains-task-list']],
    section: [['className', 'footnotes'], 'dataFootnotes'],
    // highlight.js adds a second class, such as `function_`.
    span: [['className', /^hljs-/, /^[a-z]+_+$/]],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
    ul: [['className', 'contains-task-list']],
  },
  // The IDs above have their own prefixes, so no text can replace a global variable of the page.
  clobber: [],
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: {
    span: ['code'],
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((part) => [part, ['table']])),
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'svg', 'math'],
};
