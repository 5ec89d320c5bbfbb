import type { z } from 'zod';
import {
  choice,
  flag,
  link,
  list,
  markdown,
  openChoice,
  optionalText,
  slug,
  text,
  yearMonth,
} from './collection-field.ts';
import type { ItemOf } from './define-collection.ts';
import { definePublished } from './define-published.ts';
import { links } from './link-list.ts';
import { DEPLOYED, STACKS } from './options.ts';
import { focus, gallery, picture } from './picture-field.ts';

export const project = definePublished(
  'project',
  {
    title: text('title', 120),
    slug: slug('project'),
    description: optionalText('description', 5000),
    technologies: list('technologies', 500),
    // The specified stacks are those of software. Other work is named by its kind, like Essay.
    stack: openChoice('stack', STACKS, 60),
    deployed: choice('deployed field', DEPLOYED, 'Deployed'),
    gitRepoLink: link('Github repository link'),
    projectLink: link('project link'),
    // Besides these two, like the scan of a paper.
    links: links('more links'),
    projectBanner: picture('projectBanner', {
      name: 'banner',
      focus: ['bannerFocalX', 'bannerFocalY'],
    }),
    bannerFocalX: focus('banner', 'horizontal'),
    bannerFocalY: focus('banner', 'vertical'),
    bannerAlt: optionalText('alternative text', 300, 'The alternative text of the banner.'),
    bannerDecorative: flag(
      'decorative',
      'Decorative banner',
      'The banner needs no alternative text.',
    ),
    summary: optionalText('summary', 200),
    role: optionalText('role', 120),
    startedOn: yearMonth('Start', 'A year or a month, like 2024 or 2024-03, or empty.'),
    endedOn: yearMonth('End', 'A year or a month, or empty.'),
    featured: flag('featured'),
    body: markdown('case study', 50_000),
    gallery: gallery(20),
  },
  {
    sentFirst: ['title', 'slug', 'description', 'gitRepoLink', 'projectLink'],
    shownFirst: [
      'summary',
      'description',
      'technologies',
      'stack',
      'deployed',
      'role',
      'startedOn',
      'endedOn',
      'gitRepoLink',
      'projectLink',
      'links',
      'projectBanner',
      'bannerAlt',
    ],
    detail: ['summary', 'description'],
  },
);

export const NewProject = project.New;

export type Project = ItemOf<typeof project>;
export type ProjectDetails = z.output<typeof project.Details>;
export type PublicProject = z.output<typeof project.Public>;
export type PublicProjectDetails = z.output<typeof project.PublicDetails>;
export type NewProject = z.output<typeof NewProject>;
