import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORIGIN, render } from '@vitrine/testing/render-site';
import {
  demoPortfolio,
  emptyPortfolio,
  hostilePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pagePaths } from './resolve-path.ts';
import type { SitePortfolio } from './site.ts';

interface Node {
  readonly '@id'?: string;
  readonly '@type'?: string;
  readonly [property: string]: unknown;
}

const JsonLd = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.record(z.string(), z.unknown())),
});

function graphOf(portfolio: SitePortfolio, path: string): readonly Node[] {
  const { body } = render(portfolio, path);
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(1);
  return JsonLd.parse(JSON.parse(blocks[0]?.[1] ?? ''))['@graph'];
}

test.each([
  ['demo', demoPortfolio()],
  ['empty', emptyPortfolio()],
  ['longest', longestPortfolio()],
  ['hostile', hostilePortfolio()],
])('the data of the %s portfolio follows the vocabulary of schema.org', (_name, portfolio) => {
  for (const path of pagePaths(portfolio)) {
    const graph = graphOf(portfolio, path);
    const ids = new Map(graph.map((node) => [node['@id'], node]));
    expect([path, graph.flatMap((node) => problemsOf(node, ids))]).toEqual([path, []]);
  }
});

test('the check finds types, properties and values that schema.org does not have', () => {
  const person = { '@type': 'Person', '@id': '#person' };
  const ids = new Map([['#person', person]]);
  const check = (node: Node) => problemsOf(node, ids);
  expect(check({ '@type': 'Portfolio' })).toEqual(['Portfolio is no type']);
  expect(check({ '@type': 'Person', isbn: '1' })).toEqual(['Person has no isbn']);
  expect(check({ '@type': 'Book', author: { '@type': 'Place' } })).toEqual(['author is no Place']);
  expect(check({ '@type': 'Book', author: { '@id': '#missing' } })).toEqual([
    '#missing is missing',
  ]);
  expect(check({ '@type': 'Book', datePublished: 'soon' })).toEqual([
    'datePublished is not "soon"',
  ]);
  expect(check({ '@type': 'Book', url: '/a' })).toEqual(['url is not "/a"']);
  expect(
    check({ '@type': 'Book', author: { '@id': '#person' }, url: 'https://a.example/' }),
  ).toEqual([]);
});

test('the home page is the profile of a person', () => {
  const graph = graphOf(demoPortfolio(), '/');
  expect(graph.map((node) => node['@type'])).toEqual(['WebSite', 'Person', 'ProfilePage']);
  expect(graph[1]).toMatchObject({
    '@id': `${ORIGIN}/#person`,
    name: 'Ada Lovelace',
    jobTitle: 'Software engineer',
    homeLocation: { '@type': 'Place', name: 'London' },
    worksFor: [{ '@type': 'Organization', name: 'Analytical Company' }],
    knowsLanguage: ['English', 'French', 'Italian', 'German'].map((name) => ({
      '@type': 'Language',
      name,
    })),
    sameAs: [
      'https://github.com/ada-example',
      'https://www.linkedin.com/in/ada-example',
      'https://x.com/ada_example',
      'https://www.instagram.com/ada.example',
      'https://mastodon.social/@ada_example',
      'https://bsky.app/profile/ada.example.com',
    ],
  });
  expect(graph[2]).toMatchObject({ mainEntity: { '@id': `${ORIGIN}/#person` } });
});

test('a project is a creative work about source code, with breadcrumbs', () => {
  const graph = graphOf(demoPortfolio(), '/projects/tidewatch');
  expect(graph.map((node) => node['@type'])).toEqual([
    'WebSite',
    'Person',
    'CreativeWork',
    'BreadcrumbList',
  ]);
  expect(graph[2]).toMatchObject({
    name: 'Tidewatch',
    author: { '@id': `${ORIGIN}/#person` },
    datePublished: '2026-06-20T09:00:00.000Z',
    dateModified: '2026-07-20T09:30:00.000Z',
    keywords: ['TypeScript', 'React', 'PostgreSQL', 'Service workers'],
    about: {
      '@type': 'SoftwareSourceCode',
      url: 'https://tidewatch.example.com',
      codeRepository: 'https://github.com/ada-example/tidewatch',
    },
    mentions: [
      { '@type': 'WebPage', name: 'Paper on the model', url: 'https://doi.org/10.5555/12345678' },
    ],
  });
  expect(graph[3]).toMatchObject({
    itemListElement: [
      { position: 1, item: `${ORIGIN}/` },
      { position: 2, item: `${ORIGIN}/projects` },
      { position: 3, item: `${ORIGIN}/projects/tidewatch`, name: 'Tidewatch' },
    ],
  });
});

test('the other pages have the type that fits them', () => {
  const typeOf = (path: string) => graphOf(demoPortfolio(), path).at(-1)?.['@type'];
  expect(typeOf('/projects')).toBe('CollectionPage');
  expect(typeOf('/contact')).toBe('ContactPage');
  expect(typeOf('/resume')).toBe('WebPage');
  expect(render(demoPortfolio(), '/missing').body).not.toContain('ld+json');
});

/** The vocabulary: what each term is below, and which types a property has and takes. */
const vocabulary = readVocabulary();

function readVocabulary() {
  const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
  const terms = {
    subClassOf: new Map<string, string[]>(),
    domainIncludes: new Map<string, string[]>(),
    rangeIncludes: new Map<string, string[]>(),
  };
  const statement =
    /^<http:\/\/schema\.org\/(\w+)> <[^>]+[/#](subClassOf|domainIncludes|rangeIncludes)> <[^>]+[/#](\w+)>/gm;
  for (const [, subject = '', name = '', object = ''] of readFileSync(file, 'utf8').matchAll(
    statement,
  )) {
    const values = terms[name as keyof typeof terms];
    values.set(subject, [...(values.get(subject) ?? []), object]);
  }
  return terms;
}

function ancestorsOf(type: string): string[] {
  const parents = vocabulary.subClassOf.get(type) ?? [];
  return [type, ...parents.flatMap(ancestorsOf)];
}

function problemsOf(node: Node, ids: ReadonlyMap<string | undefined, Node>): string[] {
  const { '@type': type = '', '@id': _id, ...properties } = node;
  if (type !== 'Thing' && !vocabulary.subClassOf.has(type)) return [`${type} is no type`];
  const types = ancestorsOf(type);
  return Object.entries(properties).flatMap(([property, value]) => {
    const domains = vocabulary.domainIncludes.get(property) ?? [];
    if (!domains.some((domain) => types.includes(domain))) return [`${type} has no ${property}`];
    return [value].flat().flatMap((one) => valueProblems(property, one, ids));
  });
}

function valueProblems(
  property: string,
  value: unknown,
  ids: ReadonlyMap<string | undefined, Node>,
): string[] {
  const ranges = vocabulary.rangeIncludes.get(property) ?? [];
  if (typeof value !== 'object' || value === null)
    return ranges.some((range) => isLiteral(range, value))
      ? []
      : [`${property} is not ${JSON.stringify(value)}`];
  const nested: Node = { ...value };
  const node = nested['@type'] === undefined ? ids.get(nested['@id']) : nested;
  if (!node) return [`${nested['@id']} is missing`];
  const types = ancestorsOf(node['@type'] ?? '');
  if (!ranges.some((range) => types.includes(range))) return [`${property} is no ${node['@type']}`];
  return node === nested ? problemsOf(node, ids) : [];
}

function isLiteral(range: string, value: unknown): boolean {
  switch (range) {
    case 'Integer':
    case 'Number':
      return typeof value === 'number';
    case 'Text':
      return typeof value === 'string' && value !== '';
    case 'Date':
    case 'DateTime':
      return (
        z.iso.datetime().or(z.iso.date()).safeParse(value).success ||
        /^\d{4}(-\d{2})?$/.test(String(value))
      );
    // A node elsewhere can be named by its URL.
    default:
      return z.url({ protocol: /^https?$/ }).safeParse(value).success;
  }
}
