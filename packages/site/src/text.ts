import type { ProfileContent } from '@vitrine/contract/public';
import { highlightsOf, linkKey } from '@vitrine/contract/text-format';
import { toPlainText } from '@vitrine/markdown/inline';
import type { PublishedTimes, SitePortfolio, SitePost, SiteProject } from './site.ts';

const MAX_SELECTED = 12;

/** The projects on the home page: the featured ones, or the first ones if none is featured. */
export function selectedProjects(projects: readonly SiteProject[]): readonly SiteProject[] {
  const featured = projects.filter((project) => project.featured);
  return (featured.length > 0 ? featured : projects).slice(0, MAX_SELECTED);
}

/** One sentence about a project. */
export function summaryOf({ summary, description }: SiteProject): string {
  return summary || (highlightsOf(description)[0] ?? '');
}

/** The links of a project that are none of its two others. */
export function moreLinksOf({ links, projectLink, gitRepoLink }: SiteProject) {
  const known = new Set([projectLink, gitRepoLink].map(linkKey));
  return links.filter(({ url }) => !known.has(linkKey(url)));
}

/** The description of the home page, for search results. */
export function describeProfile({ headline, location, aboutMe }: ProfileContent): string {
  const text = [headline, location, toPlainText(aboutMe)].filter(Boolean).join('. ');
  // A part that ends a sentence itself needs no second period.
  return cut(text.replaceAll(/(?<=[.!?…])\. /g, ' '), 160);
}

/** Shortens a text to whole words. */
export function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const end = line.lastIndexOf(' ', max - 1);
  return `${line.slice(0, end > max / 2 ? end : max - 1)}…`;
}

/** The summary of a post, or the start of its text. */
export function summaryOfPost({ summary, bodyHtml }: SitePost): string {
  return summary || cut(plainText(bodyHtml), 300);
}

/** The text of HTML that the service has rendered, for what is not a page. */
function plainText(html: string): string {
  return html
    .replace(/<(pre|section|figure|table|sup)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#x([\da-f]+)|(amp|lt|gt|quot));/gi, (_match, code, name) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : (ENTITIES[name] ?? ''),
    );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Chinese and Japanese have no spaces between words. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu;
const WORDS_PER_MINUTE = 230;

/** How long a text takes to read. */
export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(WORD)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** When a project or a post changed last. Undefined if there is none. */
export function latestUpdate({
  projects,
  posts,
}: Pick<SitePortfolio, 'projects' | 'posts'>): string | undefined {
  return lastChange([...projects, ...posts]);
}

export function lastChange(items: readonly PublishedTimes[]): string | undefined {
  return items
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
}

/** Blank lines separate paragraphs. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

/** A phone number as in a link: +442079460018. */
export function phoneNumber(phone: string): string {
  return phone.replace(/[^+\d]/g, '');
}
