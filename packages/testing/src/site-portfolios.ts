/** Portfolios that the public site is tested with. */
import type { Collection } from '@vitrine/contract/define-collection';
import { ALL_DEFINED, publicLists } from '@vitrine/contract/defined-collections';
import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { Image } from '@vitrine/contract/media';
import { post as posts } from '@vitrine/contract/post';
import { project as projects } from '@vitrine/contract/project';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { slugOf } from '@vitrine/contract/text-format';
import { TimelineEntry, timeline as timelineEntries } from '@vitrine/contract/timeline';
import { CASE_STUDIES } from '@vitrine/demo/case-studies';
import { ANSWERS, ITEMS, OWNER, PROFILE, PROJECTS, TIMELINE } from '@vitrine/demo/portfolio';
import { POSTS } from '@vitrine/demo/posts';
import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';
import type { SitePortfolio, SitePost, SiteProject } from '@vitrine/site/site';
import { z } from 'zod';
import { propertiesOf } from './longest-content.ts';

let demo: SitePortfolio | undefined;

export function demoPortfolio(): SitePortfolio {
  demo ??= createDemo();
  return demo;
}

function createDemo(): SitePortfolio {
  const projects = PROJECTS.map((project, index) => demoProject(project, index));
  const timeline = TIMELINE.map((entry, index) => timelineEntry(entry, 300 + index));
  return {
    profile: {
      ...PROFILE,
      fullName: OWNER.fullName,
      email: OWNER.email,
      avatar: imageOf(1, 800, 800),
      resume: {
        url: `/media/${nameOf(2, 'pdf')}`,
        type: 'application/pdf',
        viewUrl: '/resume.pdf',
      },
    },
    projects,
    posts: POSTS.map(demoPost),
    ...otherLists((collection) => {
      const first = 100 * ALL_DEFINED.indexOf(collection);
      return ITEMS[collection.name].map((item, index) => demoItem(collection, item, first + index));
    }),
    timeline,
    testimonials: ANSWERS.filter(({ isShown }) => isShown).map(({ project, ...answer }, index) => ({
      ...testimonialOf(500 + index, answer),
      projects: projects.filter(({ title }) => title === project).map(({ _id }) => _id),
    })),
    timelineGroups: groupsOf(timeline),
    resumeSettings: DEFAULT_RESUME_SETTINGS,
  };
}

type Testimonial = SitePortfolio['testimonials'][number];
type Words = Pick<Testimonial, 'quote' | 'name' | 'role' | 'organization'>;

function testimonialOf(id: number, { quote, name, role, organization }: Words): Testimonial {
  return {
    _id: idOf(id),
    ...{ quote, name, role, organization, photo: { url: '' } },
    onHome: true,
    projects: [idOf(1)],
  };
}

/** Projects, posts, timeline entries and testimonials have more than the fields of a form. */
const OtherLists = z
  .object(publicLists)
  .omit({ projects: true, posts: true, timeline: true, testimonials: true });

function otherLists(makeItems: (collection: Collection) => readonly object[]) {
  const others = ALL_DEFINED.filter(({ facts }) =>
    Object.hasOwn(OtherLists.shape, facts.published),
  );
  return OtherLists.parse(
    Object.fromEntries(
      others.map((collection) => [collection.facts.published, makeItems(collection)]),
    ),
  );
}

function demoItem({ New, calls: { add } }: Collection, item: object, id: number) {
  const files = Object.keys(add.files).map((name) => [name, imageOf(id)]);
  return {
    _id: idOf(id),
    ...z.looseObject({}).parse(New.parse(item)),
    ...Object.fromEntries(files),
  };
}

/** A new portfolio, with the name of its owner alone. */
export function emptyPortfolio(): SitePortfolio {
  return {
    profile: {
      fullName: OWNER.fullName,
      ...{ headline: '', location: '', availability: '', pronouns: '', aboutMe: '' },
      ...{ portfolioURL: '', githubURL: '', linkedInURL: '', instagramURL: '' },
      ...{
        twitterURL: '',
        facebookURL: '',
        links: [],
        languages: [],
        avatar: { url: '' },
        resume: { url: '' },
      },
    },
    ...otherLists(() => []),
    projects: [],
    posts: [],
    timeline: [],
    testimonials: [],
    timelineGroups: [],
    resumeSettings: DEFAULT_RESUME_SETTINGS,
  };
}

/** The longest value in every field, with no place to break a line. */
export function longestPortfolio(): SitePortfolio {
  return portfolioOf((length) => 'W'.repeat(length), `https://example.com/${'W'.repeat(2028)}`);
}

/** Text that tries to leave its place in HTML, XML, JSON, Markdown and vCards, and unsafe links. */
export const HOSTILE_TEXT =
  '</script></title></textarea>--><img src=x onerror="alert(1)">\'"]]><x/>&amp;&lt; \\n\r\nTEL:1\u2028\u0001\u0008\u001f\u{1f600}\ufffe [a](javascript:alert(1)) `x` {{x}} __proto__';

export function hostilePortfolio(): SitePortfolio {
  return portfolioOf(() => HOSTILE_TEXT, 'javascript:alert(document.domain)');
}

/** A portfolio of many projects, for paging and limits. */
export function largePortfolio(count: number): SitePortfolio {
  const { projects: models } = demoPortfolio();
  const projects = Array.from({ length: count }, (_, index) => ({
    ...(models[index % models.length] ?? emptyProject(index)),
    _id: idOf(1000 + index),
    title: `Project ${index + 1}`,
    slug: `project-${index + 1}`,
    publishedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 0, 2 + index)).toISOString(),
  }));
  return { ...demoPortfolio(), projects };
}

/** Fills every text, in its largest length, and every link. */
function portfolioOf(text: (length: number) => string, link: string): SitePortfolio {
  const fill = (collection: Collection) => filled(collection, text, link);
  const timeline = [TimelineEntry.parse({ ...fill(timelineEntries), timeline: DATES })];
  const image = imageOf(1, 1600, 900);
  return {
    profile: {
      fullName: text(100),
      headline: text(120),
      location: text(120),
      availability: text(120),
      pronouns: text(40),
      aboutMe: text(5000),
      email: 'ada@example.com',
      phone: text(30),
      portfolioURL: link,
      githubURL: link,
      linkedInURL: link,
      instagramURL: link,
      twitterURL: link,
      facebookURL: link,
      links: [{ url: `${link}#2`, label: text(60) }],
      languages: [{ name: text(60), level: 'C1' }],
      avatar: image,
      resume: { url: image.url, type: 'image/webp' },
    },
    projects: [
      {
        ...emptyProject(1),
        title: text(120),
        slug: 'w'.repeat(80),
        description: text(5000),
        technologies: text(500),
        stack: text(60),
        deployed: 'Yes',
        summary: text(200),
        role: text(120),
        gitRepoLink: link,
        projectLink: link,
        links: [{ url: `${link}#2`, label: text(60) }],
        projectBanner: image,
        bannerAlt: text(300),
        bodyHtml: toHtml(toTree(text(5000))),
        gallery: [{ name: 'a.webp', image, alt: text(300), caption: text(300), decorative: false }],
        oldSlugs: ['old'],
      },
    ],
    posts: [
      {
        ...emptyPost(1),
        title: text(200),
        slug: 'w'.repeat(80),
        tags: [text(40)],
        summary: text(300),
        coverImage: image,
        coverAlt: text(300),
        bodyHtml: toHtml(toTree(text(5000))),
        oldSlugs: ['old'],
      },
    ],
    ...otherLists((collection) => [fill(collection)]),
    timeline,
    testimonials: [
      {
        ...testimonialOf(500, {
          quote: text(600),
          name: text(100),
          role: text(120),
          organization: text(120),
        }),
        photo: image,
      },
    ],
    timelineGroups: groupsOf(timeline),
    resumeSettings: DEFAULT_RESUME_SETTINGS,
  };
}

const DATES = { from: 2000, to: null, fromMonth: null, toMonth: null };

/** An item with these texts and links in its fields. The lengths come from the contract. */
function filled(
  { New, calls: { add } }: Collection,
  text: (length: number) => string,
  link: string,
): Readonly<Record<string, unknown>> {
  const values = Object.entries(propertiesOf(New)).map(([name, property]) => {
    const { maxLength, maximum, items } = property;
    if (property.enum) return [name, property.enum[0]];
    if (items) return [name, [text(items.maxLength ?? 0)]];
    if (/link$/i.test(name)) return [name, link];
    // The database has nothing else in it.
    if (name === 'publishedOn') return [name, '2024-06'];
    return [name, maximum ?? text(maxLength ?? 0)];
  });
  const files = Object.keys(add.files).map((name) => [name, imageOf(1, 1600, 900)]);
  return { _id: idOf(300), ...Object.fromEntries([...values, ...files]) };
}

function demoProject(
  { banner, ...project }: (typeof PROJECTS)[number],
  index: number,
): SiteProject {
  const { title, description = '', technologies = '', stack = '', deployed = '' } = project;
  const { gitRepoLink = '', projectLink = '', summary = '', role = '' } = project;
  const { startedOn = '', endedOn = '' } = project;
  const { links } = projects.New.parse(project);
  const study = CASE_STUDIES[title];
  const body = study?.body.replaceAll('{detail}', `/media/${nameOf(10 + index)}`) ?? '';
  const images = () => imageOf(10 + index, 1600, 900);
  return {
    ...emptyProject(index),
    title,
    slug: slugOf(title),
    ...{ description, technologies, stack, deployed, gitRepoLink, projectLink, links },
    ...{ summary, role, startedOn, endedOn, featured: project.featured === true },
    projectBanner: imageOf(30 + index, 1600, 900),
    bannerAlt: banner.alt,
    body,
    bodyHtml: toHtml(toTree(body, { images })),
    gallery: (study?.pictures ?? []).map(({ alt, caption }, number) => {
      const id = 50 + index * 2 + number;
      return { name: nameOf(id), image: imageOf(id, 1200, 900), alt, caption, decorative: false };
    }),
    oldSlugs: index === 0 ? ['tide-watch'] : [],
  };
}

function demoPost({ picture, ...fields }: (typeof POSTS)[number], index: number): SitePost {
  const { title, date = '', tags = [], summary = '', coverAlt = '', body = '' } = fields;
  return {
    ...emptyPost(index),
    ...{ title, slug: slugOf(title), date, tags: [tags].flat(), summary, coverAlt, body },
    publishedAt: `${date}T09:00:00.000Z`,
    coverImage: picture ? imageOf(80 + index, 1600, 1000) : { url: '' },
    bodyHtml: toHtml(toTree(body)),
  };
}

function emptyPost(index: number): SitePost {
  return {
    ...posts.PublicDetails.parse({ _id: idOf(600 + index), ...emptyFields(posts), bodyHtml: '' }),
    date: '2026-05-12',
    oldSlugs: [],
    publishedAt: new Date(Date.UTC(2026, 4, 12 - index, 9)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 4, 13 - index, 9, 30)).toISOString(),
  };
}

function emptyProject(index: number): SiteProject {
  return {
    ...projects.PublicDetails.parse({ _id: idOf(index), ...emptyFields(projects), bodyHtml: '' }),
    oldSlugs: [],
    publishedAt: new Date(Date.UTC(2026, 5, 20 - index, 9)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 6, 20 - index, 9, 30)).toISOString(),
  };
}

/** What a response has for the fields that the owner has left empty. */
export function emptyFields({ fields }: Collection): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { file, empty = '' }]) => [
      name,
      file ? { url: '' } : empty,
    ]),
  );
}

/** Published projects with a title and nothing else. */
export function titleOnly(titles: readonly string[]): SiteProject[] {
  return titles.map((title, index) => ({ ...emptyProject(index), title, slug: slugOf(title) }));
}

type TimelineInput = (typeof TIMELINE)[number];

function timelineEntry(input: TimelineInput, id: number): TimelineEntry {
  const { title, description, kind = 'other', organization = '', location = '', link = '' } = input;
  const { from, to, fromMonth, toMonth } = input;
  return {
    _id: idOf(id),
    ...{ title, description, kind, organization, location, link },
    highlights: [input.highlights ?? []].flat(),
    timeline: {
      from: Number(from),
      to: numberOf(to),
      fromMonth: numberOf(fromMonth),
      toMonth: numberOf(toMonth),
    },
  };
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

export function groupsOf(timeline: readonly TimelineEntry[]): SitePortfolio['timelineGroups'] {
  return groupTimeline(timeline).map((entries) => ({
    organization: entries[0]?.organization ?? '',
    entries: entries.map(({ _id }) => _id),
  }));
}

function imageOf(id: number, width?: number, height?: number): Image {
  const url = `/media/${nameOf(id)}`;
  if (width === undefined || height === undefined) return { url };
  const variants = [320, 480, 720, 828, 1200]
    .filter((narrower) => narrower < width)
    .map((narrower) => ({
      url: `/media/${nameOf(id + narrower * 1000)}`,
      width: narrower,
      height: Math.round((height * narrower) / width),
    }));
  return { url, width, height, variants };
}

function nameOf(id: number, extension = 'webp'): string {
  return `${String(id).padStart(64, '0')}.${extension}`;
}

function idOf(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}
