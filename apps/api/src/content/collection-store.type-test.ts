/**
 * Mistakes that must not compile. Nothing runs this file: if one of them compiles, the type check
 * reports its comment as unused and `npm run check` fails.
 */
import type { InputOf } from '@vitrine/contract/calls';
import { optionalText } from '@vitrine/contract/collection-field';
import { defineCollection } from '@vitrine/contract/define-collection';
import { definePublished } from '@vitrine/contract/define-published';
import { project } from '@vitrine/contract/project';
import type { routes } from '@vitrine/contract/routes';
import { skill } from '@vitrine/contract/skill';
import { timeline } from '@vitrine/contract/timeline';
import type { Trx } from '../db/client.ts';
import { collectionStore } from './collection-store.ts';
import { publishedStore } from './published-store.ts';
import { SERVICE } from './revision-store.ts';
import { stores } from './stores.ts';

const { category: _, ...withoutCategory } = skill.fields;
const withLevel = { ...skill.fields, level: optionalText('level', 20) };
const { role: _role, ...withoutRole } = project.fields;
const withClient = { ...project.fields, client: optionalText('client', 20) };

export const unsuitable = [
  collectionStore(skill),
  // @ts-expect-error The table has no column for a field.
  collectionStore(defineCollection('skill', withLevel)),
  // @ts-expect-error No field has a column of the table.
  collectionStore(defineCollection('skill', withoutCategory)),
  collectionStore(timeline),
  // @ts-expect-error The table has no column for the owner's order.
  collectionStore({ ...timeline, facts: { ...timeline.facts, isOrdered: true as const } }),
  publishedStore(project),
  // @ts-expect-error The table has no column for a field.
  publishedStore(definePublished('project', withClient)),
  // @ts-expect-error No field has a column of the table.
  publishedStore(definePublished('project', withoutRole)),
];

const { title: _title, ...withoutTitle } = skill.fields;
const { slug: _slug, ...withoutSlug } = project.fields;

export const undefinable = [
  // @ts-expect-error The field that names an item is missing.
  defineCollection('skill', withoutTitle),
  // @ts-expect-error The history names a field that does not exist.
  defineCollection('skill', skill.fields, { shownFirst: ['tittle'] }),
  // @ts-expect-error A collection with drafts needs a slug.
  definePublished('project', withoutSlug),
  // @ts-expect-error The trash names a field that does not exist.
  definePublished('project', project.fields, { detail: ['sumary'] }),
  // @ts-expect-error Skills have no drafts.
  definePublished('skill', project.fields),
];

const item = { title: 'TypeScript', proficiency: 90, category: '', icon: '', svg: 'a.svg' };

export function writes(trx: Trx) {
  const { svg: _svg, title: _title, ...withoutTitle } = item;
  return [
    stores.skill.add(trx, item, SERVICE),
    stores.skill.update(trx, '', { proficiency: 91 }, SERVICE),
    // @ts-expect-error A new item needs its title.
    stores.skill.add(trx, withoutTitle, SERVICE),
    // @ts-expect-error The name of a file is a text.
    stores.skill.add(trx, { ...item, svg: 1 }, SERVICE),
    // @ts-expect-error A number is not a text.
    stores.skill.update(trx, '', { proficiency: '91' }, SERVICE),
    // @ts-expect-error There is no such field.
    stores.skill.update(trx, '', { level: '' }, SERVICE),
    stores.project.add(trx, { title: 'Engine', banner: 'a.png' }, SERVICE),
    // @ts-expect-error There is no such field.
    stores.project.add(trx, { title: 'Engine', client: '' }, SERVICE),
    // @ts-expect-error It is not one of the values.
    stores.project.add(trx, { title: 'Engine', deployed: 'Maybe' }, SERVICE),
  ];
}

/** If a call lost the literal type of its route, its input would be `never`, to which nothing can be assigned. */
export const inputs: [
  InputOf<typeof routes.skill.add>,
  InputOf<typeof routes.project.saveDraft>,
  InputOf<typeof routes.timeline.add>,
] = [
  { title: 'TypeScript', proficiency: 90 },
  { stack: '', version: 1 },
  // @ts-expect-error A new entry needs a start year.
  { title: 'Engineer', description: 'Builds.' },
];
