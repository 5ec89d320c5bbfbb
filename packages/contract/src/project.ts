import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, movedAfter, updateResponse } from './call.ts';
import {
  commaList,
  flag,
  link,
  oneOf,
  optionalText,
  text,
  wholeNumber,
  yearMonth,
} from './field.ts';
import { Image } from './media.ts';
import { DEPLOYED, STACKS } from './options.ts';
import { routes } from './routes.ts';

export const Project = z
  .object({
    _id: z.uuid(),
    title: z.string(),
    description: z.string(),
    technologies: z.string(),
    stack: z.enum(STACKS),
    deployed: z.enum(DEPLOYED),
    gitRepoLink: z.string(),
    projectLink: z.string(),
    projectBanner: Image,
    bannerAlt: z.string().describe('The alternative text of the banner.'),
    summary: z.string(),
    role: z.string(),
    startedOn: z.string().describe('A year or a month, like 2024 or 2024-03, or empty.'),
    endedOn: z.string().describe('A year or a month, or empty.'),
    featured: z.boolean(),
    version: z.int().describe('Send it with an update to detect a conflicting change.'),
  })
  .meta({ id: 'Project' });

const NewProject = z.strictObject({
  title: text('title', 120),
  description: text('description', 5000),
  gitRepoLink: link('Github repository link').default(''),
  projectLink: link('project link').default(''),
  technologies: commaList('technologies', 500),
  stack: oneOf('stack', STACKS),
  deployed: oneOf('deployed field', DEPLOYED),
  bannerFocalX: wholeNumber('horizontal focus', 0, 100)
    .optional()
    .describe('The focal point of the banner, in percent from the left.'),
  bannerFocalY: wholeNumber('vertical focus', 0, 100)
    .optional()
    .describe('The focal point of the banner, in percent from the top.'),
  bannerAlt: optionalText('alternative text', 300).default(''),
  summary: optionalText('summary', 200).default(''),
  role: optionalText('role', 120).default(''),
  startedOn: yearMonth('start').default(''),
  endedOn: yearMonth('end').default(''),
  featured: flag('featured').default(false),
});

const ProjectUpdate = NewProject.extend({
  gitRepoLink: link('Github repository link'),
  projectLink: link('project link'),
  bannerAlt: optionalText('alternative text', 300),
  summary: optionalText('summary', 200),
  role: optionalText('role', 120),
  startedOn: yearMonth('start'),
  endedOn: yearMonth('end'),
  featured: flag('featured'),
  version: wholeNumber('version', 1, 2_147_483_647),
}).partial();

export const projectCalls = {
  list: call(routes.project.list, {
    about: 'Lists all projects in the owner’s order.',
    response: { projects: z.array(Project) },
  }),
  get: call(routes.project.get, {
    about: 'Returns a project.',
    params: byId('project'),
    response: { project: Project },
  }),
  add: call(routes.project.add, {
    about: 'Adds a project.',
    input: NewProject,
    files: { projectBanner: { kind: 'image', label: 'banner', required: true } },
    response: { ...messageResponse, project: Project },
    status: 201,
  }),
  update: call(routes.project.update, {
    about: 'Updates the fields that are sent. Rejects an outdated version with 409.',
    params: byId('project'),
    input: ProjectUpdate,
    files: { projectBanner: { kind: 'image', label: 'banner', required: false } },
    response: { ...updateResponse, project: Project },
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
};

export type Project = z.infer<typeof Project>;
export type NewProject = z.infer<typeof NewProject>;
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;
