import type { Collection } from '@vitrine/contract/define-collection';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { RESUME_TEMPLATES, THEMES } from '@vitrine/contract/options';
import { PublicProfile } from '@vitrine/contract/public';
import { toDocx } from '@vitrine/resume/to-docx';
import { toJsonResume } from '@vitrine/resume/to-json-resume';
import { toText } from '@vitrine/resume/to-text';
import { paragraphsOf, resumeOf } from '@vitrine/testing/build-resume';
import { ORIGIN, render } from '@vitrine/testing/render-site';
import { demoPortfolio, emptyFields, titleOnly } from '@vitrine/testing/site-portfolios';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FILE_PATHS, projectPath } from './resolve-path.ts';
import type { SitePortfolio } from './site.ts';

const Items = z.array(z.looseObject({ timeline: z.looseObject({}).optional() }));

/** What the owner can leave out, by name. New fields of a collection and of the profile follow. */
const LEFT_OUT: Readonly<Record<string, SitePortfolio>> = {
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

describe.each(Object.entries(LEFT_OUT))('without %s', (_, portfolio) => {
  test.each(THEMES)('no page in %s shows a gap', (theme) => {
    const [project] = portfolio.projects.map(projectPath);
    for (const path of ['/', '/projects', project ?? '', '/resume'])
      expect([path, gapsIn(render(portfolio, path, { theme }).body)]).toEqual([path, []]);
  });

  test('no file for machines has a gap', () => {
    for (const path of FILE_PATHS) {
      const { body } = render(portfolio, path);
      const gaps = path === '/feed.json' ? gapsInJson(JSON.parse(body)) : gapsIn(unescaped(body));
      expect([path, gaps]).toEqual([path, []]);
    }
  });

  test('the resume has no gap in any format', async () => {
    const resume = resumeOf(portfolio);
    expect(gapsInJson(JSON.parse(toJsonResume(resume, ORIGIN)))).toEqual([]);
    for (const template of RESUME_TEMPLATES) {
      expect(gapsInText(toText(resume, template))).toEqual([]);
      const look = { template, paper: 'a4', accent: '#0b6e63' } as const;
      const paragraphs = paragraphsOf(await toDocx(resume, look));
      expect(gapsInText(paragraphs.join('\n'))).toEqual([]);
    }
  });
});

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
  return { ...portfolio, [collection.facts.published]: emptied };
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
    ...{ avatar: { url: '' }, resume: { url: '' }, links: [] },
  };
  const empty = names.map((name) => [name, others[name] ?? '']);
  return { ...rest, profile: { ...profile, ...Object.fromEntries(empty) } };
}

/** With the HTML that a feed contains. */
function unescaped(xml: string): string {
  return xml.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

/** Places in HTML and XML where something is missing, or shown as a word of the code. */
function gapsIn(markup: string): string[] {
  const shown = markup
    // They are filled later, or hold a value in an attribute.
    .replace(
      /<(p class="notice"|data |path |textarea |progress |script [^>]*src=)[^>]*><\/\w+>/g,
      'x',
    )
    .replace(/<option value="">/g, '');
  const empty = [
    ...shown.matchAll(/<(\w+)(\s[^>]*)?>\s*<\/\1>/g),
    ...shown.matchAll(/<[^>]*\s(src|href|srcset|content|datetime|aria-label|id)=""[^>]*>/g),
  ];
  const text = shown
    .replace(/<(script|style|pre)\b.*?<\/\1>/gs, '')
    .replace(/<\/?(a|abbr|code|em|span|strong|time)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n');
  return [...empty.map(([found]) => found), ...gapsInText(text)];
}

/** Words of the code, and separators that separate nothing. */
function gapsInText(text: string): string[] {
  // A comma can be at the end of a line that continues.
  const lines = text.replace(/,\n(?=\S)/g, ', ').split('\n');
  return lines.filter((line) => {
    const words = line.trim();
    return /\b(undefined|null|NaN)\b|\[object/.test(words) || /^[,·|–—:]|[,·|–—]$/.test(words);
  });
}

/** The paths of values that are empty. */
function gapsInJson(value: unknown, path = ''): string[] {
  if (value === null || value === '' || value === 'undefined') return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [path];
  return entries.flatMap(([key, part]) => gapsInJson(part, `${path}/${key}`));
}
