import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findInvalidXml, ORIGIN, render } from '@vitrine/testing/render-site';
import {
  demoPortfolio,
  emptyPortfolio,
  hostilePortfolio,
  largePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SitePortfolio } from './site.ts';

const schema = readFileSync(new URL('../schemas/atom.rng', import.meta.url), 'utf8');

const jsonFeedSchema = fileURLToPath(import.meta.resolve('jsonfeed-schema/schema-v1.1.json'));
const ValidJsonFeed = z.fromJSONSchema(JSON.parse(readFileSync(jsonFeedSchema, 'utf8')));

const JsonFeed = z.object({
  items: z.array(
    z.object({ id: z.string(), url: z.string(), title: z.string(), content_html: z.string() }),
  ),
});

function jsonItems(portfolio: SitePortfolio) {
  return JsonFeed.parse(JSON.parse(render(portfolio, '/feed.json').body)).items;
}

const PORTFOLIOS = {
  demo: demoPortfolio(),
  empty: emptyPortfolio(),
  longest: longestPortfolio(),
  hostile: hostilePortfolio(),
  large: largePortfolio(60),
};

test('Atom feeds are valid, also with hostile content', async () => {
  const valid = Object.entries(PORTFOLIOS).map(([name, portfolio]) => {
    const { headers, body } = render(portfolio, '/feed.xml');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    return [name, body] as const;
  });
  const { body } = render(demoPortfolio(), '/feed.xml');
  const invalid = {
    undated: body.replace(/<updated>.*?<\/updated>/, ''),
    'wrong-date': body.replace('2026-06-20T09:00:00.000Z', 'June 20'),
    'two-summaries': body.replace('</entry>', '<summary>Two</summary></entry>'),
  };
  const found = await findInvalidXml(
    { ...Object.fromEntries(valid), ...invalid },
    { schema, extension: 'relaxng' },
  );
  expect(found).toEqual(Object.keys(invalid));
});

test.each(Object.entries(PORTFOLIOS))(
  'the JSON Feed of the %s portfolio is valid',
  (_name, portfolio) => {
    const { headers, body } = render(portfolio, '/feed.json');
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = JSON.parse(body);
    ValidJsonFeed.parse(feed);
    expect(ValidJsonFeed.safeParse({ ...feed, version: '1' }).success).toBe(false);
    expect(ValidJsonFeed.safeParse({ ...feed, items: [{}] }).success).toBe(false);
  },
);

test('lists the twenty newest projects, newest first', () => {
  const large = { ...largePortfolio(60), posts: [] };
  const items = jsonItems(large);
  expect(items).toHaveLength(20);
  expect(items[0]?.title).toBe('Project 60');
  expect(items.at(-1)?.title).toBe('Project 41');
  const titles = [...render(large, '/feed.xml').body.matchAll(/<title>(.*?)<\/title>/g)];
  expect(titles.map(([, title]) => title).slice(1)).toEqual(items.map(({ title }) => title));
});

test('has projects and posts, and the feed of posts has posts alone', () => {
  const { posts, projects } = demoPortfolio();
  expect(jsonItems(demoPortfolio())).toHaveLength(projects.length + posts.length);
  const titles = posts.map(({ title }) => title);
  const { items } = JsonFeed.parse(JSON.parse(render(demoPortfolio(), '/writing/feed.json').body));
  expect(items.map(({ title }) => title)).toEqual(titles);
  const { body } = render(demoPortfolio(), '/writing/feed.xml');
  expect(body.match(/<entry>/g)).toHaveLength(posts.length);
  expect(body).toContain(
    `<link rel="self" type="application/atom+xml" href="${ORIGIN}/writing/feed.xml"/>`,
  );
  expect(body).toContain('<category term="Typography"/>');
  expect(render(emptyPortfolio(), '/writing/feed.xml').status).toBe(404);
});

test('an entry keeps its ID when its address changes', () => {
  const { projects } = demoPortfolio();
  const moved = projects.map((project) => ({ ...project, slug: `${project.slug}-2` }));
  const ids = (portfolio: SitePortfolio) => jsonItems(portfolio).map(({ id }) => id);
  expect(ids({ ...demoPortfolio(), projects: moved })).toEqual(ids(demoPortfolio()));
});

test('content has absolute URLs only', () => {
  for (const { content_html: html } of jsonItems({ ...demoPortfolio(), posts: [] })) {
    const urls = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    const srcsets = [...html.matchAll(/ srcset="([^"]*)"/g)].flatMap(([, srcset = '']) =>
      srcset.split(', '),
    );
    expect(urls).not.toEqual([]);
    for (const url of [...urls, ...srcsets]) expect(url).toMatch(/^https:\/\//);
  }
  const [tidewatch] = jsonItems(demoPortfolio());
  expect(tidewatch?.content_html).toContain(`href="${ORIGIN}/projects/tidewatch#note-fn-1"`);
});
