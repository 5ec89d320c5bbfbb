import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, movedAfter, updateResponse } from './call.ts';
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
import { DEPLOYED, PROJECT_STATES, STACKS } from './options.ts';
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
    state: z.enum(PROJECT_STATES),
    publishAt: z.iso.datetime().nullable().describe('When it is published, if that is scheduled.'),
    hasDraft: z.boolean().describe('A published project has changes that are not published.'),
    version: z.int().describe('Send it with an update to detect a conflicting change.'),
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
const story = {
  body: z.string().describe('The case study, in Markdown.'),
  gallery: z.array(GalleryImage),
};

export const ProjectDetails = Project.extend({
  ...story,
  draft: Project.omit({
    _id: true,
    state: true,
    publishAt: true,
    hasDraft: true,
    version: true,
  })
    .extend(story)
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
  ...story,
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
  version: wholeNumber('version', 1, 2_147_483_647),
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

const banner = { kind: 'image', label: 'banner', required: false } as const;

export const projectCalls = {
  list: call(routes.project.list, {
    about: 'Lists all projects in the owner’s order.',
    response: { projects: z.array(Project) },
  }),
  get: call(routes.project.get, {
    about: 'Returns a project.',
    params: byId('project'),
    response: { project: ProjectDetails },
  }),
  add: call(routes.project.add, {
    about: 'Adds a project and publishes it.',
    input: NewProject,
    files: { projectBanner: banner },
    response: { ...messageResponse, project: ProjectDetails },
    status: 201,
  }),
  update: call(routes.project.update, {
    about:
      'Publishes the fields that are sent. Fields that are not sent stay as they are, also in a draft. Rejects an outdated version with 409.',
    params: byId('project'),
    input: ProjectUpdate,
    files: { projectBanner: banner },
    response: { ...updateResponse, project: ProjectDetails },
  }),
  move: call(routes.project.move, {
    about: 'Moves a project after another one, or to the top.',
    params: byId('project'),
    input: movedAfter('project'),
    response: {},
  }),
  remove: call(routes.project.remove, {
    about: 'Moves a project to the trash.',
    params: byId('project'),
    response: deleteResponse,
  }),
  addDraft: call(routes.project.addDraft, {
    about: 'Adds a project that visitors do not see. Only the title is required.',
    input: NewDraft,
    files: { projectBanner: banner },
    response: { ...messageResponse, project: ProjectDetails },
    status: 201,
  }),
  saveDraft: call(routes.project.saveDraft, {
    about:
      'Saves the fields that are sent without publishing them. Rejects an outdated version with 409.',
    params: byId('project'),
    input: DraftUpdate,
    files: { projectBanner: banner },
    response: { ...updateResponse, project: ProjectDetails },
  }),
  discardDraft: call(routes.project.discardDraft, {
    about: 'Discards the changes of a published project that are not published.',
    params: byId('project'),
    response: { ...updateResponse, project: ProjectDetails },
  }),
  publish: call(routes.project.publish, {
    about: 'Publishes a draft. Returns 400 with the fields that are missing.',
    params: byId('project'),
    input: z.strictObject({ version: ProjectUpdate.shape.version }),
    response: { ...updateResponse, project: ProjectDetails },
  }),
  unpublish: call(routes.project.unpublish, {
    about: 'Turns a published project into a draft that visitors do not see.',
    params: byId('project'),
    response: { ...updateResponse, project: ProjectDetails },
  }),
  schedule: call(routes.project.schedule, {
    about: 'Publishes a draft at a time in the future, or never if it is null.',
    params: byId('project'),
    input: z.strictObject({
      publishAt: z.iso.datetime({ offset: true, error: 'Choose a date and a time.' }).nullable(),
      version: ProjectUpdate.shape.version,
    }),
    response: { ...messageResponse, project: ProjectDetails },
  }),
};

export type Project = z.infer<typeof Project>;
export type ProjectDetails = z.infer<typeof ProjectDetails>;
export type PublicProject = z.infer<typeof PublicProject>;
export type PublicProjectDetails = z.infer<typeof PublicProjectDetails>;
export type NewProject = z.infer<typeof NewProject>;
export type NewDraft = z.infer<typeof NewDraft>;
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;
export type DraftUpdate = z.infer<typeof DraftUpdate>;
