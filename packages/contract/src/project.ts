import { z } from 'zod';
import { listCall, moveCall, removeCall } from './define-collection.ts';
import {
  commaList,
  flag,
  jsonList,
  link,
  mediaName,
  oneOf,
  optionalList,
  optionalText,
  slug,
  text,
  verbatim,
  wholeNumber,
  yearMonth,
} from './field.ts';
import { Image } from './media.ts';
import { DEPLOYED, STACKS } from './options.ts';
import { publishedCalls, publishingFields, version } from './published-calls.ts';
import { routes } from './routes.ts';

/** A draft can lack what a published project must have. */
export const Project = z
  .object({
    _id: z.uuid(),
    title: z.string(),
    slug: z.string().describe('The address of the project’s page.'),
    description: z.string(),
    technologies: z.string(),
    stack: z.enum([...STACKS, '']),
    deployed: z.enum([...DEPLOYED, '']),
    gitRepoLink: z.string(),
    projectLink: z.string(),
    projectBanner: Image,
    bannerAlt: z.string().describe('The alternative text of the banner.'),
    bannerDecorative: z.boolean().describe('The banner needs no alternative text.'),
    summary: z.string(),
    role: z.string(),
    startedOn: z.string().describe('A year or a month, like 2024 or 2024-03, or empty.'),
    endedOn: z.string().describe('A year or a month, or empty.'),
    featured: z.boolean(),
    ...publishingFields('project'),
  })
  .meta({ id: 'Project' });

const GalleryImage = z
  .object({
    name: z.string().describe('The name of the image, as image/add returned it.'),
    image: Image,
    alt: z.string(),
    caption: z.string(),
    decorative: z.boolean(),
  })
  .meta({ id: 'GalleryImage' });

/** The parts of a project that lists leave out. */
const caseStudy = {
  body: z.string().describe('The case study, in Markdown.'),
  gallery: z.array(GalleryImage),
};

export const ProjectDetails = Project.extend({
  ...caseStudy,
  draft: Project.omit({
    _id: true,
    state: true,
    publishAt: true,
    hasDraft: true,
    version: true,
  })
    .extend(caseStudy)
    .nullable()
    .describe('The content with the changes that are not published, if there are any.'),
  images: z
    .array(z.object({ name: z.string(), image: Image }))
    .describe('All images of the project, also those of the case study.'),
}).meta({ id: 'ProjectDetails' });

/** What visitors see. */
export const PublicProject = Project.omit({
  state: true,
  publishAt: true,
  hasDraft: true,
  version: true,
})
  .extend({ stack: z.enum(STACKS), deployed: z.enum(DEPLOYED) })
  .meta({ id: 'PublicProject' });

export const PublicProjectDetails = PublicProject.extend({
  ...caseStudy,
  bodyHtml: z.string().describe('The case study as safe HTML.'),
}).meta({ id: 'PublicProjectDetails' });

const GalleryInput = z.strictObject({
  image: mediaName('image'),
  alt: optionalText('alternative text', 300).default(''),
  caption: optionalText('caption', 300).default(''),
  decorative: z.boolean().default(false),
  focalX: wholeNumber('horizontal focus', 0, 100).default(50),
  focalY: wholeNumber('vertical focus', 0, 100).default(50),
});

const NewProject = z.strictObject({
  title: text('title', 120),
  slug: slug('address').default('').describe('Made from the title if it is empty.'),
  description: text('description', 5000),
  gitRepoLink: link('Github repository link').default(''),
  projectLink: link('project link').default(''),
  technologies: commaList('technologies', 500),
  stack: oneOf('stack', STACKS),
  deployed: oneOf('deployed field', DEPLOYED),
  banner: mediaName('banner')
    .optional()
    .describe('The name of an image from image/add, instead of the file projectBanner.'),
  bannerFocalX: wholeNumber('horizontal focus', 0, 100)
    .optional()
    .describe('The focal point of the banner, in percent from the left.'),
  bannerFocalY: wholeNumber('vertical focus', 0, 100)
    .optional()
    .describe('The focal point of the banner, in percent from the top.'),
  bannerAlt: optionalText('alternative text', 300).default(''),
  bannerDecorative: flag('decorative').default(false),
  summary: optionalText('summary', 200).default(''),
  role: optionalText('role', 120).default(''),
  startedOn: yearMonth().default(''),
  endedOn: yearMonth().default(''),
  featured: flag('featured').default(false),
  body: verbatim('case study', 50_000).default(''),
  gallery: jsonList('gallery', GalleryInput, 20).default([]),
});

const ProjectUpdate = NewProject.extend({
  slug: slug('address'),
  gitRepoLink: link('Github repository link'),
  projectLink: link('project link'),
  bannerAlt: optionalText('alternative text', 300),
  bannerDecorative: flag('decorative'),
  summary: optionalText('summary', 200),
  role: optionalText('role', 120),
  startedOn: yearMonth(),
  endedOn: yearMonth(),
  featured: flag('featured'),
  body: verbatim('case study', 50_000),
  gallery: jsonList('gallery', GalleryInput, 20),
  version,
}).partial();

/** What a project needs to be published may be missing from a draft. */
const incomplete = {
  description: optionalText('description', 5000),
  technologies: optionalList('technologies', 500),
  stack: oneOf('stack', ['', ...STACKS]),
  deployed: oneOf('deployed field', ['', ...DEPLOYED]),
};

export const NewDraft = NewProject.extend({
  description: incomplete.description.default(''),
  technologies: incomplete.technologies.default(''),
  stack: incomplete.stack.default(''),
  deployed: incomplete.deployed.default(''),
});

export const DraftUpdate = ProjectUpdate.extend(incomplete).partial();

const { get, add, update, ...draftCalls } = publishedCalls('project', routes.project, {
  Details: ProjectDetails,
  New: NewProject,
  Update: ProjectUpdate,
  NewDraft,
  DraftUpdate,
  files: { projectBanner: { kind: 'image', label: 'banner', required: false } },
});

/** In the order of the API reference. */
export const projectCalls = {
  list: listCall('project', routes.project.list, Project),
  get,
  add,
  update,
  move: moveCall(routes.project.move, 'project'),
  remove: removeCall(routes.project.remove, 'project'),
  ...draftCalls,
};

export type Project = z.infer<typeof Project>;
export type ProjectDetails = z.infer<typeof ProjectDetails>;
export type PublicProject = z.infer<typeof PublicProject>;
export type PublicProjectDetails = z.infer<typeof PublicProjectDetails>;
export type NewProject = z.infer<typeof NewProject>;
export type NewDraft = z.infer<typeof NewDraft>;
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;
export type DraftUpdate = z.infer<typeof DraftUpdate>;
