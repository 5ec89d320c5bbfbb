import type { Call } from '@vitrine/contract/call';
import { calls, type InputOf } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { z } from 'zod';
import type { Client, RequestOptions } from './api-client.ts';
import { uploads } from './uploads.ts';

type Facts = typeof COLLECTIONS;
type AddRoute<Name extends CollectionName> = (typeof calls)[Facts[Name]['one']]['add']['route'];
type Fields<Name extends CollectionName> = Omit<InputOf<AddRoute<Name>>, Facts[Name]['title']>;

/** An item of a collection, without its title and its files. */
interface Sample<Name extends CollectionName> {
  /** What a new item must have. */
  readonly fields: Fields<Name>;
  /** Other values of some fields. */
  readonly changed: Partial<Fields<Name>>;
}

/** One for each collection. A new collection does not compile without it. */
export const SAMPLES: { readonly [Name in CollectionName]: Sample<Name> } = {
  project: {
    fields: { description: 'It computes', technologies: 'Brass', stack: 'Mern', deployed: 'No' },
    changed: { projectLink: 'https://a.example', startedOn: '2024-03', summary: 'Short' },
  },
  skill: {
    fields: { proficiency: 70 },
    changed: { proficiency: 71, category: 'Languages' },
  },
  'software-application': {
    fields: {},
    changed: { link: 'https://a.example' },
  },
  timeline: {
    fields: { description: 'At the engine', from: 2020, to: null },
    changed: { kind: 'work', organization: 'Company', to: 2021, toMonth: 3, highlights: ['One'] },
  },
  post: {
    fields: {},
    changed: { date: '2024-03-01', tags: ['One', 'Two'], summary: 'Short' },
  },
  publication: {
    fields: { publishedOn: '2026' },
    changed: {
      kind: 'book',
      authors: ['Lovelace, Ada'],
      doi: '10.1000/182',
      publishedOn: '2025-03',
    },
  },
  testimonial: {
    fields: {},
    changed: { note: 'The engine', onHome: false },
  },
};

type Values = Readonly<Record<string, unknown>>;

/** The calls of a collection. */
export function callsOf(name: CollectionName) {
  return calls[COLLECTIONS[name].one];
}

/** The sample as it is sent to add an item, with this title. */
export function sampleOf(name: CollectionName, title: string): Values {
  return { [COLLECTIONS[name].title]: title, ...SAMPLES[name].fields };
}

/** An update, with all other fields of the sample if it replaces them. */
export function updateOf(name: CollectionName, title: string, changed: Values): Values {
  const isPartial = callsOf(name).update.input.safeParse({}).success;
  return { ...(isPartial ? {} : sampleOf(name, title)), ...changed };
}

/** Adds the sample. Returns its ID. */
export async function addSample(
  owner: Client,
  name: CollectionName,
  title: string,
  fields: Values = {},
): Promise<string> {
  const { add } = callsOf(name);
  const { body } = await owner.call<Call>(add, {
    ...(await requestOf(add, { ...sampleOf(name, title), ...fields })),
  });
  return Added.parse(Object(body)[COLLECTIONS[name].one])._id;
}

const Added = z.object({ _id: z.string() });

/** Sends the fields as the contract says, with a file in each field for one that a new item needs. */
export async function requestOf(call: Call, fields: Values): Promise<RequestOptions> {
  if (call.route.sends !== 'form') return { json: fields };
  const texts = Object.entries(fields).map(([name, value]) => [name, textOf(value)] as const);
  return {
    form: { ...Object.fromEntries(texts), ...(call.status === 201 && (await filesOf(call))) },
  };
}

/** A list has a line for each item. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** A file for each field of a call that takes one. */
export async function filesOf({ files }: Call): Promise<Record<string, File>> {
  const made = Object.entries(files).map(async ([name, { kind }]) => [
    name,
    kind === 'icon' ? uploads.svg() : await uploads.png(),
  ]);
  return Object.fromEntries(await Promise.all(made));
}
