import { setImmediate } from 'node:timers/promises';
import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { Document } from '@vitrine/contract/media';
import { resumeOffer } from '@vitrine/contract/resume-offer';
import type { Config } from './config.ts';
import { renderBodies } from './content/body-html-store.ts';
import { listAll } from './content/stores.ts';
import type { Db } from './db/client.ts';
import { findChangeTimes } from './modules/import/import-store.ts';
import type { CurrentContent } from './modules/import/propose.ts';
import type { Portfolio } from './modules/portfolio/portfolio-snapshot.ts';
import type { ResumeSource } from './modules/resume/resume-routes.ts';
import { findResumeSettings } from './modules/resume/resume-store.ts';
import { findDesign } from './modules/site/design-store.ts';
import type { SiteContent } from './modules/site/site-content.ts';
import {
  findPublicProfile,
  findUser,
  hasFirstRun,
  listUploadedResumes,
  toPublicProfile,
} from './modules/user/user-store.ts';
import { findIsCounting } from './modules/visit/visit-store.ts';

interface Private {
  readonly isCounting: boolean;
  /** The files of all uploaded resumes, by their names. */
  readonly resumeFiles: ReadonlySet<string>;
  /** Those that visitors cannot download. */
  readonly withheld: ReadonlySet<string>;
}

/** Reads the public part of all modules, with the settings of the site and of the resume. Returns undefined if there is no owner yet. */
export async function readPortfolio(
  db: Db,
  { mediaOrigin, siteUrl }: Pick<Config, 'mediaOrigin' | 'siteUrl'>,
): Promise<(Portfolio & SiteContent & Private) | undefined> {
  const [profile, isPublic, lists, design, resumeSettings, resumes, isCounting] = await Promise.all(
    [
      findPublicProfile(db),
      isPortfolioPublic(db, siteUrl),
      listAll(db, 'listPublic'),
      findDesign(db),
      findResumeSettings(db),
      listUploadedResumes(db),
      findIsCounting(db),
    ],
  );
  if (!profile) return undefined;
  const isOffered = resumeOffer(resumeSettings, profile.resume.url !== '').upload;
  const { projects: publishedProjects, posts: publishedPosts, ...others } = lists;
  const projects = await renderBodies(db, 'project', publishedProjects, mediaOrigin);
  const posts = (await renderBodies(db, 'post', publishedPosts, mediaOrigin)).map(withDay);
  const timelineGroups = groupTimeline(lists.timeline).map((entries) => ({
    organization: entries[0]?.organization ?? '',
    entries: entries.map(({ _id }) => _id),
  }));
  // Without a site, their authors could not withdraw them. The ID of a draft is nobody's business.
  const shownTestimonials = siteUrl === undefined ? [] : lists.testimonials;
  const testimonials = shownTestimonials.map((one) => ({
    ...one,
    projects: one.projects.filter((id) => projects.some(({ _id }) => _id === id)),
  }));
  const visible = isOffered ? profile : { ...profile, resume: { url: '' } };
  const resumeFiles = filesOnlyIn(resumes, [...projects, ...posts, others]);
  const shown = [...filesOf(visible.avatar), ...filesOf(visible.resume)];
  return {
    resumeFiles,
    // Two PDFs can have the same first page.
    withheld: new Set([...resumeFiles].filter((name) => !shown.includes(name))),
    profile: visible,
    projects,
    posts,
    ...others,
    testimonials,
    timelineGroups,
    design: design.published,
    resumeSettings,
    isPublic,
    isCounting: isPublic && isCounting,
  };
}

/** A post without a day has that of its publication, and one with another day was published then. */
function withDay<P extends { readonly date: string; readonly publishedAt: string }>(post: P): P {
  const { date, publishedAt } = post;
  if (date === '') return { ...post, date: publishedAt.slice(0, 10) };
  return publishedAt.startsWith(date) ? post : { ...post, publishedAt: `${date}T12:00:00.000Z` };
}

/** A first run with a site keeps the portfolio private until a design is published. */
export async function isPortfolioPublic(db: Db, siteUrl: string | undefined): Promise<boolean> {
  return siteUrl === undefined || (await findDesign(db)).isChosen || !(await hasFirstRun(db));
}

/** The files of documents, but not of those that other content has too, such as an image. */
function filesOnlyIn(
  documents: readonly Document[],
  others: readonly object[],
): ReadonlySet<string> {
  const isShared = ({ url, preview }: Document) =>
    !preview && others.some((other) => JSON.stringify(other).includes(url));
  return new Set(documents.filter((one) => !isShared(one)).flatMap(filesOf));
}

function filesOf({ url, variants = [], preview }: Document): string[] {
  const copies = [...variants, ...(preview ? [preview, ...(preview.variants ?? [])] : [])];
  const paths = [url, ...copies.map((copy) => copy.url)];
  return paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
}

/** Reads what the owner's resume is made from. A script with a token gets what visitors may see. */
export async function readResume(
  db: Db,
  reader: 'owner' | 'token' = 'owner',
): Promise<ResumeSource> {
  const [user, lists, settings, design] = await Promise.all([
    findUser(db),
    listAll(db, 'listPublic'),
    findResumeSettings(db),
    findDesign(db),
  ]);
  // Other requests run between reading a long timeline and making a resume of it.
  await setImmediate();
  const profile = reader === 'owner' ? user : toPublicProfile(user);
  return {
    content: { profile, ...lists },
    settings,
    design: design.published.settings,
  };
}

/** Reads what an import is compared with: also drafts. */
export async function readForImport(db: Db): Promise<CurrentContent> {
  const [profile, lists, changedAt] = await Promise.all([
    findUser(db),
    listAll(db, 'list'),
    findChangeTimes(db),
  ]);
  return { profile, ...lists, changedAt };
}
