import type { Element, ElementContent, Properties, Root, Text } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { findMediaName } from './media-name.ts';
import { SCHEMA } from './schema.ts';

/** An image of the media store. `Image` of the contract fits. */
export interface ImageInfo {
  readonly url: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Narrower copies. */
  readonly variants?: readonly { readonly url: string; readonly width: number }[] | undefined;
}

export interface TreeOptions {
  /** Returns an image by its media name. Other images are replaced by their alternative text. */
  readonly images?: (name: string) => ImageInfo | undefined;
  /** Highlights a code block, or returns `undefined` if the language is unknown. */
  readonly highlight?: (code: string, language: string) => ElementContent[] | undefined;
}

/** Highlighting takes quadratic time for some code, such as one long word. */
const HIGHLIGHTED_PER_BLOCK = 5_000;
const HIGHLIGHTED_PER_TEXT = 20_000;

/** The width of a text column. */
const SIZES = 'auto, (min-width: 48rem) 48rem, 92vw';

/** Prepares a tree of standard HTML for a page of a portfolio, and sanitizes it. */
export function adaptTree(tree: Root, options: TreeOptions): Root {
  const headingIds = uniqueIds();
  const links: Element[] = [];
  let tables = 0;
  let highlightable = HIGHLIGHTED_PER_TEXT;

  const children = adaptAll(
    tree.children.filter((node) => node.type !== 'doctype'),
    false,
  );
  // Links may precede the headings that they lead to.
  for (const link of links) adaptLink(link, headingIds.has);
  const safe = sanitize({ type: 'root', children }, SCHEMA);
  return safe.type === 'root' ? safe : { type: 'root', children: [] };

  function adaptAll(nodes: readonly ElementContent[], isInLink: boolean): ElementContent[] {
    return nodes.flatMap((node) => (node.type === 'element' ? adapt(node, isInLink) : node));
  }

  function adapt(element: Element, isInLink: boolean): ElementContent | ElementContent[] {
    if (element.tagName === 'p') return adaptParagraph(element);
    if (element.tagName === 'img') return adaptImage(element, options);
    if (element.tagName === 'pre') return adaptCodeBlock(element, highlight);
    element.children = adaptAll(element.children, isInLink || element.tagName === 'a');
    if (/^h[1-6]$/.test(element.tagName)) return adaptHeading(element, headingIds.add);
    if (element.tagName === 'table') return wrapTable(element, ++tables);
    if (element.tagName === 'input') element.properties['ariaLabel'] = 'Done';
    if (element.tagName === 'a') {
      // HTML has no links in links, such as a footnote in the text of a link.
      if (isInLink) return element.children;
      links.push(element);
    }
    return element;
  }

  /** Code that exceeds the limits stays as it is. */
  function highlight(code: string, language: string): ElementContent[] | undefined {
    if (code.length > Math.min(HIGHLIGHTED_PER_BLOCK, highlightable)) return undefined;
    highlightable -= code.length;
    return options.highlight?.(code, language);
  }

  /** An image that is alone in its paragraph becomes a figure, with its title as the caption. */
  function adaptParagraph(paragraph: Element): Element {
    const [first, ...others] = paragraph.children;
    paragraph.children = adaptAll(paragraph.children, false);
    const [image] = paragraph.children;
    if (others.length > 0 || first?.type !== 'element' || first.tagName !== 'img') return paragraph;
    if (image?.type !== 'element') return paragraph;
    const { title, ...properties } = image.properties;
    const caption = title ? [element('figcaption', {}, [text(String(title))])] : [];
    return element('figure', {}, [element('img', properties, []), ...caption]);
  }
}

function adaptHeading(heading: Element, uniqueId: (slug: string) => string): Element {
  // The heading of the footnotes has an ID already.
  if (heading.properties['id'] !== undefined) return heading;
  const level = Math.min(Number(heading.tagName.slice(1)) + 1, 6);
  return element(`h${level}`, { id: uniqueId(toSlug(readText(heading))) }, heading.children);
}

function adaptLink(link: Element, hasHeading: (id: string) => boolean): void {
  const href = String(link.properties['href'] ?? '');
  if (href.startsWith('#') && hasHeading(toHeadingId(href)))
    link.properties['href'] = `#${toHeadingId(href)}`;
  // Matches //host as well, which browsers resolve like https://host.
  if (/^(https?:)?\/\//i.test(href)) link.properties['rel'] = ['noopener', 'noreferrer'];
}

function adaptImage(image: Element, { images }: TreeOptions): ElementContent {
  const { src, alt, title } = image.properties;
  const name = findMediaName(String(src ?? ''));
  const info = name === undefined ? undefined : images?.(name);
  if (!info) return text(String(alt ?? ''));
  const sources = (info.variants ?? []).map(({ url, width }) => `${url} ${width}w`);
  if (info.width !== undefined) sources.push(`${info.url} ${info.width}w`);
  return element(
    'img',
    {
      src: info.url,
      ...(info.variants?.length && { srcSet: sources.join(', '), sizes: SIZES }),
      width: info.width,
      height: info.height,
      alt: String(alt ?? ''),
      title,
      loading: 'lazy',
      decoding: 'async',
    },
    [],
  );
}

function adaptCodeBlock(block: Element, highlight: NonNullable<TreeOptions['highlight']>): Element {
  const [code] = block.children;
  if (code?.type !== 'element' || code.tagName !== 'code') return block;
  const [className] = [code.properties['className'] ?? []].flat();
  const language = /^language-(.+)$/.exec(String(className))?.[1];
  const highlighted = language === undefined ? undefined : highlight(readText(code), language);
  return highlighted ? element('pre', {}, [{ ...code, children: highlighted }]) : block;
}

/** A wide table scrolls in its own container, also with the keyboard, and never widens the page. */
function wrapTable(table: Element, number: number): Element {
  const properties: Properties = {
    className: ['table-scroll'],
    role: 'region',
    tabIndex: 0,
    // Regions of a page need different names.
    ariaLabel: `Table ${number}`,
  };
  return element('div', properties, [table]);
}

/** Gives headings with the same text different IDs: `s-setup`, `s-setup-2`, `s-setup-3`. */
function uniqueIds() {
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  return {
    add(slug: string): string {
      let id = `s-${slug}`;
      for (let count = counts.get(slug) ?? 1; ids.has(id); counts.set(slug, count))
        id = `s-${slug}-${++count}`;
      ids.add(id);
      return id;
    },
    has: (id: string) => ids.has(id),
  };
}

/** Keeps letters of every language, like the anchors on GitHub. */
function toSlug(heading: string): string {
  const slug = heading
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/gu, '-');
  return slug || 'section';
}

/** The ID of the heading that a link such as `#setup` or `#s-setup` leads to. */
function toHeadingId(fragment: string): string {
  const slug = decode(fragment.slice(1)).normalize('NFC');
  return slug.startsWith('s-') ? slug : `s-${slug}`;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function readText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(readText).join('') : '';
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): Text {
  return { type: 'text', value };
}
