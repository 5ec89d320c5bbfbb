import type { ResumeFormat } from '@vitrine/contract/options';
import { slugOf } from '@vitrine/contract/text-format';
import { hasResume, publishedFormats, uploadedPdf } from './resume.ts';
import type { SitePortfolio, SitePost, SiteProject } from './site.ts';

/** What is at a path. `path` is the one to show, or the one that the page moved to. */
export type Target = { readonly path: string } & (
  | { readonly kind: 'home' | 'resume' | 'contact' | 'publications' | 'not-found' | 'moved' }
  /** The page of an author, which has an address of its own. */
  | { readonly kind: 'kind-words' }
  /** A redirect to the file in the profile. */
  | { readonly kind: 'resume-upload'; readonly file: string }
  | { readonly kind: 'projects' | 'posts'; readonly number: number }
  | { readonly kind: 'project'; readonly project: SiteProject }
  | { readonly kind: 'post'; readonly post: SitePost }
  | { readonly kind: 'tag'; readonly tag: string; readonly posts: readonly SitePost[] }
  | { readonly kind: 'file'; readonly path: FilePath }
  | { readonly kind: 'resume-file'; readonly format: ResumeFormat }
);

/** What machines read. */
export const FILE_PATHS = [
  '/feed.xml',
  '/feed.json',
  '/writing/feed.xml',
  '/writing/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/card.vcf',
  '/icon.svg',
] as const;
export type FilePath = (typeof FILE_PATHS)[number];

const PER_PAGE = 24;

/** The path of a project's page. Letters that are not ASCII are percent-encoded, as browsers send them. */
export function projectPath({ slug }: { readonly slug: string }): string {
  return `/projects/${encodeURIComponent(slug)}`;
}

export function postPath({ slug }: { readonly slug: string }): string {
  return `/writing/${encodeURIComponent(slug)}`;
}

/** The path of the page with the posts that have a tag. Undefined for a tag without a letter or digit. */
export function tagPath(tag: string): string | undefined {
  const slug = slugOfTag(tag);
  return slug === '' ? undefined : `/writing/tags/${encodeURIComponent(slug)}`;
}

/** C, C++ and C# are different tags. */
function slugOfTag(tag: string): string {
  return slugOf(tag.replaceAll('+', ' plus ').replaceAll('#', ' sharp '));
}

const NOT_FOUND: Target = { kind: 'not-found', path: '/404' };

/** Finds the page at a path, which is percent-encoded. Only slugs can have escapes. */
export function resolvePath(portfolio: SitePortfolio, path: string): Target {
  const { projects, posts } = portfolio;
  if (path === '/') return { kind: 'home', path };
  if (path === '/resume') return { kind: 'resume', path };
  const upload = path === '/resume.pdf' ? uploadedPdf(portfolio) : undefined;
  if (upload !== undefined) return { kind: 'resume-upload', path, file: upload };
  const format = publishedFormats(portfolio).find((one) => path === `/resume.${one}`);
  if (format) return { kind: 'resume-file', path, format };
  if (path === '/contact' || path === '/contact/sent') return { kind: 'contact', path };
  if (path === '/publications' && portfolio.publications.length > 0)
    return { kind: 'publications', path };
  const file = FILE_PATHS.find((one) => one === path);
  if (file) return { kind: 'file', path: file };
  if (path.startsWith('/projects'))
    return (
      resolveNumber('projects', '/projects', projects.length, path) ??
      resolveItem(projects, projectPath, path, (project) => ({ kind: 'project', path, project }))
    );
  // Without a post, there is no list of them.
  if (!path.startsWith('/writing') || posts.length === 0) return NOT_FOUND;
  return (
    resolveNumber('posts', '/writing', posts.length, path) ??
    resolveTag(posts, path) ??
    resolveItem(posts, postPath, path, (post) => ({ kind: 'post', path, post }))
  );
}

/** Finds a page of a list. */
function resolveNumber(
  kind: 'projects' | 'posts',
  list: string,
  total: number,
  path: string,
): Target | undefined {
  if (path === list) return { kind, path, number: 1 };
  if (path === `${list}/page/1`) return { kind: 'moved', path: list };
  const [, digits] = /^\/page\/([1-9]\d{0,5})$/.exec(path.slice(list.length)) ?? [];
  const number = Number(digits);
  return number <= pageCount(total) ? { kind, path, number } : undefined;
}

/** Finds the page of an item, or where it has moved to. */
function resolveItem<Item extends SiteProject | SitePost>(
  items: readonly Item[],
  pathOf: (item: { readonly slug: string }) => string,
  path: string,
  toTarget: (item: Item) => Target,
): Target {
  const name = path.split('/')[2] ?? '';
  const slug = decodeSlug(name);
  // The path of any slug starts like that of an item.
  if (slug === undefined || path !== pathOf({ slug: '' }) + name) return NOT_FOUND;
  const item = items.find((one) => one.slug === slug);
  if (item && pathOf(item) === path) return toTarget(item);
  const moved = item ?? items.find(({ oldSlugs }) => oldSlugs.includes(slug));
  return moved ? { kind: 'moved', path: pathOf(moved) } : NOT_FOUND;
}

/** Finds the posts with a tag. */
function resolveTag(posts: readonly SitePost[], path: string): Target | undefined {
  const [, name] = /^\/writing\/tags\/([^/]+)$/.exec(path) ?? [];
  const slug = name === undefined ? undefined : decodeSlug(name);
  if (slug === undefined) return undefined;
  const tagged = posts.filter(({ tags }) => tags.some((tag) => slugOfTag(tag) === slug));
  const tag = tagged[0]?.tags.find((one) => slugOfTag(one) === slug);
  const current = tag === undefined ? undefined : tagPath(tag);
  if (tag === undefined || current === undefined) return undefined;
  return current === path
    ? { kind: 'tag', path, tag, posts: tagged }
    : { kind: 'moved', path: current };
}

/** Other programs may encode a letter in another way than browsers do. An escape of ASCII is not one of ours. */
function decodeSlug(name: string): string | undefined {
  if (/%[0-7]/.test(name)) return undefined;
  try {
    return decodeURIComponent(name).normalize('NFC');
  } catch {
    return undefined;
  }
}

/** The number of the first item on one page of a list, from 1. */
export function firstOn(number: number): number {
  return (number - 1) * PER_PAGE + 1;
}

/** The items on one page of a list. */
export function itemsOn<Item>(items: readonly Item[], number: number): readonly Item[] {
  return items.slice((number - 1) * PER_PAGE, number * PER_PAGE);
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

export function pathOfPage(list: string, number: number): string {
  return number === 1 ? list : `${list}/page/${number}`;
}

/** Every page of the site, for the sitemap and the export. */
export function pagePaths(portfolio: SitePortfolio, hasContact = true): readonly string[] {
  const { projects, posts, publications } = portfolio;
  const tags = new Set(posts.flatMap((post) => post.tags.flatMap((tag) => tagPath(tag) ?? [])));
  const writing = [...pagesOf('/writing', posts.length), ...posts.map(postPath), ...tags];
  return [
    '/',
    ...pagesOf('/projects', projects.length),
    ...projects.map(projectPath),
    ...(posts.length > 0 ? writing : []),
    ...(publications.length > 0 ? ['/publications'] : []),
    ...(hasResume(portfolio) ? ['/resume'] : []),
    ...(hasContact ? ['/contact'] : []),
  ];
}

function pagesOf(list: string, total: number): string[] {
  return Array.from({ length: pageCount(total) }, (_, index) => pathOfPage(list, index + 1));
}
