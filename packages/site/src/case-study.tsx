import { renderToStaticMarkup } from 'react-dom/server';
import type { Words } from './words/words.ts';

/** Where the case study goes. Its HTML is not escaped like the rest of a page, since it has elements. */
export function CaseStudySlot() {
  return <template data-case-study="" />;
}

const SLOT = renderToStaticMarkup(<CaseStudySlot />);

/** Puts a case study into its page. Text of the owner cannot contain the slot, since it is escaped. */
export function insertCaseStudy(page: string, caseStudy: string): string {
  return page.replace(SLOT, () => caseStudy);
}

/** A link or an image, as the serializer writes it: a quote in a value is escaped. */
const TAG = /<(?:a|img)(?: [a-z-]+(?:="[^"]*")?)*>/g;

/**
 * Adapts the HTML of a case study, which packages/markdown has sanitized, to the page: links to this
 * site, names in its language, and headings below the title without a gap. Wide code can be scrolled
 * with the keyboard.
 */
export function adaptCaseStudy(html: string, link: (url: string) => string, words: Words): string {
  return (
    adaptLinks(numberNotes(raiseHeadings(html)), link)
      .replace(
        /aria-label="Table (\d+)"/g,
        (_match, number: string) => `aria-label="${words.table(Number(number))}"`,
      )
      .replace(/>Footnotes<\/h2>/, () => `>${words.footnotes}</h2>`)
      .replace(/aria-label="Back to reference [\d-]+"/g, () => `aria-label="${words.backToText}"`)
      .replace(/aria-label="Done"/g, () => `aria-label="${words.done}"`)
      // The attribute that Markdown uses is obsolete, and inline styles are not allowed.
      .replace(/<(t[dh]) align="/g, '<$1 data-align="')
      .replace(/<pre>/g, '<pre tabindex="0">')
  );
}

/** Replaces the URLs of links and images. */
export function adaptLinks(html: string, link: (url: string) => string): string {
  return html.replace(TAG, (tag) =>
    tag
      .replace(/ (href|src)="([^"]*)"/, (_match, name, url) => ` ${name}="${link(url)}"`)
      .replace(/ srcset="([^"]*)"/, (_match, urls) => ` srcset="${adaptSrcset(urls, link)}"`),
  );
}

function adaptSrcset(srcset: string, link: (url: string) => string): string {
  return srcset.replace(/(^|, )([^ ,]+)/g, (_match, before, url) => `${before}${link(url)}`);
}

/**
 * Returns the function that adapts a URL in the text of a page: one without a host leads to a path of
 * the site, from the page at `from`.
 */
export function siteLinks(from: string, href: (path: string) => string): (url: string) => string {
  return (url) => {
    if (/^(#|\/\/|[a-z][a-z0-9+.-]*:)/i.test(url)) return url;
    const base = `http://site.invalid${from}`;
    if (!URL.canParse(url, base)) return url;
    const { pathname, search, hash } = new URL(url, base);
    return `${href(pathname.replace(/(.)\/$/, '$1'))}${search}${hash}`;
  };
}

/** The first reference to a note carries its number, so that the note can stand beside it. */
function numberNotes(html: string): string {
  const seen = new Set<string>();
  return html.replace(/ data-footnote-ref(?=[^>]*>(\d+)<)/g, (attribute, number: string) => {
    if (seen.has(number)) return attribute;
    seen.add(number);
    return `${attribute}="${number}"`;
  });
}

/** Many texts begin with a heading of the second level, which is the third of the page. */
function raiseHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([2-6]) id="s-/g)].map(([, level]) => Number(level));
  const gap = Math.min(...levels) - 2;
  if (levels.length === 0 || gap === 0) return html;
  return html.replace(
    /<h([2-6])( id="s-[^"]*")>(.*?)<\/h\1>/gs,
    (_match, level: string, id: string, text: string) =>
      `<h${Number(level) - gap}${id}>${text}</h${Number(level) - gap}>`,
  );
}
