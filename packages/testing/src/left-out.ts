/** Portfolios with gaps, and how to find the traces of one in a text. */
import type { Collection } from '@vitrine/contract/define-collection';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { PublicProfile } from '@vitrine/contract/public';
import type { SitePortfolio } from '@vitrine/site/site';
import { z } from 'zod';
import { demoPortfolio, emptyFields, groupsOf, titleOnly } from './site-portfolios.ts';

const Items = z.array(z.looseObject({ timeline: z.looseObject({}).optional() }));

/** What the owner can leave out, by name. New fields of a collection and of the profile follow. */
export const LEFT_OUT: Readonly<Record<string, SitePortfolio>> = {
  'the optional fields of all collections': ALL_DEFINED.reduce(
    (portfolio, collection) => without(portfolio, collection, optionalFields(collection)),
    demoPortfolio(),
  ),
  'all but the titles of projects': {
    ...demoPortfolio(),
    projects: titleOnly(['Annals of My Glass House', 'Ink']),
  },
  ...Object.fromEntries(
    ALL_DEFINED.flatMap((collection) =>
      optionalFields(collection).map((name) => [
        `${name} of each ${collection.facts.label}`,
        without(demoPortfolio(), collection, [name]),
      ]),
    ),
  ),
  ...Object.fromEntries(
    profileFields().map((name) => [`${name} of the profile`, withoutProfile([name])]),
  ),
  'all of the profile but the name': withoutProfile(profileFields()),
};

/** Words of the code, and separators that separate nothing. */
export function gapsInText(text: string): string[] {
  // A comma can be at the end of a line that continues.
  const lines = text.replace(/,[^\S\n]*\n(?=[^\S\n]*\S)/g, ', ').split('\n');
  return lines.filter((line) => {
    const words = line.trim();
    return /\b(undefined|null|NaN)\b|\[object/.test(words) || /^[,·|–—:]|[,·|–—]$/.test(words);
  });
}

/** A new item that lacks such a field is valid, or it is a file. */
function optionalFields({ fields, facts }: Collection): string[] {
  return Object.entries(fields)
    .filter(([name, { empty, file }]) => file !== undefined || empty !== undefined || name === 'to')
    .map(([name]) => name)
    .filter((name) => name !== facts.title && name !== 'slug');
}

/** The portfolio with these fields of a collection empty. */
function without(
  portfolio: SitePortfolio,
  collection: Collection,
  names: readonly string[],
): SitePortfolio {
  const empty = Object.entries(emptyFields(collection)).filter(([name]) => names.includes(name));
  const items = Items.parse(Object(portfolio)[collection.facts.published]);
  const emptied = items.map((item) => ({
    ...item,
    ...Object.fromEntries(empty.filter(([name]) => name in item)),
    ...(names.includes('body') && { bodyHtml: '' }),
    // The dates of an entry are in an object of their own.
    ...(item.timeline && { timeline: { ...item.timeline, ...datesIn(names) } }),
  }));
  const changed = { ...portfolio, [collection.facts.published]: emptied };
  return { ...changed, timelineGroups: groupsOf(changed.timeline) };
}

function datesIn(names: readonly string[]): object {
  const dates = ['to', 'fromMonth', 'toMonth'].filter((name) => names.includes(name));
  return Object.fromEntries(dates.map((name) => [name, null]));
}

function profileFields(): string[] {
  return Object.keys(PublicProfile.shape).filter((name) => name !== 'fullName');
}

function withoutProfile(names: readonly string[]): SitePortfolio {
  const { profile, ...rest } = demoPortfolio();
  const others: Readonly<Record<string, unknown>> = {
    ...{ avatar: { url: '' }, resume: { url: '' }, links: [], languages: [] },
  };
  const empty = names.map((name) => [name, others[name] ?? '']);
  return { ...rest, profile: { ...profile, ...Object.fromEntries(empty) } };
}
