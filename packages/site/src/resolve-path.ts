import type { ResumeFormat } from '@vitrine/contract/options';
import { publishedFormats, uploadedPdf } from './resume.ts';
import type { SitePortfolio, SiteProject } from './site.ts';

/** What is at a path. `path` is the one to show, or the one that the page moved to. */
export type Target = { readonly path: string } & (
  | { readonly kind: 'home' | 'resume' | 'contact' | 'not-found' | 'moved' }
  /** A redirect to the file in the profile. */
  | { readonly kind: 'resume-upload'; readonly file: string }
  | { readonly kind: 'projects'; readonly number: number }
  | { readonly kind: 'project'; readonly project: SiteProject }
  | { readonly kind: 'file'; readonly path: FilePath }
  | { readonly kind: 'resume-file'; readonly format: ResumeFormat }
);

/** What machines read. */
export const FILE_PATHS = [
  '/feed.xml',
  '/feed.json',
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

/** Finds the page at a path, which is percent-encoded. Only the slug of a project can have escapes. */
export function resolvePath(portfolio: SitePortfolio, path: string): Target {
  const { projects } = portfolio;
  if (path === '/') return { kind: 'home', path };
  if (path === '/resume') return { kind: 'resume', path };
  const upload = path === '/resume.pdf' ? uploadedPdf(portfolio) : undefined;
  if (upload !== undefined) return { kind: 'resume-upload', path, file: upload };
  const format = publishedFormats(portfolio).find((one) => path === `/resume.${one}`);
  if (format) return { kind: 'resume-file', path, format };
  if (path === '/contact' || path === '/contact/sent') return { kind: 'contact', path };
  const file = FILE_PATHS.find((one) => one === path);
  if (file) return { kind: 'file', path: file };
  if (path === '/projects') return { kind: 'projects', path, number: 1 };
  if (path === '/projects/page/1') return { kind: 'moved', path: '/projects' };
  const [, digits] = /^\/projects\/page\/([1-9]\d{0,5})$/.exec(path) ?? [];
  const number = Number(digits);
  if (number <= pageCount(projects)) return { kind: 'projects', path, number };
  const [, name = ''] = /^\/projects\/([^/]+)$/.exec(path) ?? [];
  const slug = decodeSlug(name);
  if (slug === undefined) return { kind: 'not-found', path: '/404' };
  const project = projects.find((one) => one.slug === slug);
  if (project && projectPath(project) === path) return { kind: 'project', path, project };
  const moved = project ?? projects.find(({ oldSlugs }) => oldSlugs.includes(slug));
  if (moved) return { kind: 'moved', path: projectPath(moved) };
  return { kind: 'not-found', path: '/404' };
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

/** The number of the first project on one page of the list, from 1. */
export function firstOn(number: number): number {
  return (number - 1) * PER_PAGE + 1;
}

/** The projects on one page of the list. */
export function projectsOn(
  projects: readonly SiteProject[],
  number: number,
): readonly SiteProject[] {
  return projects.slice((number - 1) * PER_PAGE, number * PER_PAGE);
}

export function pageCount(projects: readonly unknown[]): number {
  return Math.max(1, Math.ceil(projects.length / PER_PAGE));
}

export function pathOfPage(number: number): string {
  return number === 1 ? '/projects' : `/projects/page/${number}`;
}

/** Every page of the site, for the sitemap and the export. */
export function pagePaths({ projects }: SitePortfolio): readonly string[] {
  const numbers = Array.from({ length: pageCount(projects) }, (_, index) => index + 1);
  return ['/', ...numbers.map(pathOfPage), ...projects.map(projectPath), '/resume', '/contact'];
}
