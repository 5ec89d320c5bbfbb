import { readFileSync } from 'node:fs';
import { findInvalidXml, LIVE, ORIGIN, render } from '@vitrine/testing/render-site';
import {
  demoPortfolio,
  emptyPortfolio,
  HOSTILE_TEXT,
  hostilePortfolio,
  largePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MIN_CONTRAST, measureContrast } from './accent.ts';
import { initialsOf } from './icon.ts';
import type { SitePortfolio } from './site.ts';
import { webfinger } from './webfinger.ts';

const sitemapSchema = readFileSync(new URL('../schemas/sitemap.xsd', import.meta.url), 'utf8');

test('the sitemap is valid and lists every page with its last change', async () => {
  const { body } = render(largePortfolio(60), '/sitemap.xml');
  const { posts } = demoPortfolio();
  const tags = new Set(posts.flatMap((post) => post.tags));
  expect(body.match(/<url>/g)).toHaveLength(1 + 3 + 60 + 1 + posts.length + tags.size + 3);
  expect(body).toContain(
    `<loc>${ORIGIN}/projects/project-1</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>`,
  );
  const files = {
    large: body,
    demo: render(demoPortfolio(), '/sitemap.xml').body,
    empty: render(emptyPortfolio(), '/sitemap.xml').body,
    hostile: render(hostilePortfolio(), '/sitemap.xml').body,
    twice: body.replaceAll('project-2<', 'project-1<'),
    relative: body.replace('<loc>https://ada.example', '<loc>'),
  };
  expect(await findInvalidXml(files, { schema: sitemapSchema })).toEqual(['twice', 'relative']);
});

test('robots.txt names the sitemap, or keeps all robots away', () => {
  expect(render(demoPortfolio(), '/robots.txt').body).toBe(
    `User-agent: *\nDisallow: /preview/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  const hidden = { indexed: false };
  expect(render(demoPortfolio(), '/robots.txt', hidden).body).toBe('User-agent: *\nDisallow: /\n');
  expect(render(demoPortfolio(), '/sitemap.xml', hidden).status).toBe(404);
});

test('llms.txt has the name, a summary and links', () => {
  const lines = render(demoPortfolio(), '/llms.txt').body.split('\n');
  expect(lines[0]).toBe('# Ada Lovelace');
  expect(lines[2]).toMatch(/^> Software engineer\. London\. I make software/);
  expect(lines).toContain('## Projects');
  expect(lines).toContain(
    `- [Tidewatch](${ORIGIN}/projects/tidewatch): Tides for 900 harbors, online or offline.`,
  );
  for (const path of ['/resume', '/contact', '/feed.xml', '/card.vcf'])
    expect(lines.some((line) => line.includes(`](${ORIGIN}${path})`))).toBe(true);
});

test('no text in llms.txt becomes a link, a heading or an element', () => {
  const { body } = render(hostilePortfolio(), '/llms.txt');
  expect(body).not.toMatch(/(?<!\\)\]\(javascript:/);
  expect(body).not.toMatch(/(?<!\\)<(?!https:)/);
  for (const line of body.split('\n')) expect(line).toMatch(/^($|# |## |> |- \[)/);
});

test('the vCard has the contact data, folded at 75 octets', () => {
  const { body, headers } = render(demoPortfolio(), '/card.vcf');
  expect(headers['content-type']).toBe('text/vcard; charset=utf-8');
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = body.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  expect(lines).toEqual([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:individual',
    'FN:Ada Lovelace',
    'TITLE:Software engineer',
    'ADR:;;;London;;;',
    'EMAIL:ada@example.com',
    'TEL;VALUE=uri:tel:+442079460018',
    `PHOTO:${ORIGIN}${demoPortfolio().profile.avatar.url}`,
    `URL;PREF=1:${ORIGIN}/`,
    'SOCIALPROFILE;SERVICE-TYPE=GitHub:https://github.com/ada-example',
    'SOCIALPROFILE;SERVICE-TYPE=LinkedIn:https://www.linkedin.com/in/ada-example',
    'SOCIALPROFILE;SERVICE-TYPE=X:https://x.com/ada_example',
    'SOCIALPROFILE;SERVICE-TYPE=Instagram:https://www.instagram.com/ada.example',
    'item1.URL:https://mastodon.social/@ada_example',
    'item1.X-ABLABEL:Mastodon',
    'item2.URL:https://bsky.app/profile/ada.example.com',
    'item2.X-ABLABEL:Bluesky',
    expect.stringMatching(/^NOTE:Software engineer\. London\. I make software/),
    `SOURCE:${ORIGIN}/card.vcf`,
    'END:VCARD',
  ]);
});

test('no text adds a property to the vCard, and folding splits no character', () => {
  const { profile, ...others } = hostilePortfolio();
  const fullName = `${HOSTILE_TEXT}\r\nEMAIL:evil@example.com\rX:1\nY:2${'😀é'.repeat(60)}`;
  const { body } = render({ ...others, profile: { ...profile, fullName } }, '/card.vcf');
  const lines = body.split('\r\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n\p{Cc}]/u);
  expect(body).not.toContain('\ufffd');
  const names = body
    .replaceAll('\r\n ', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(/[:;]/)[0]);
  expect(names.filter((name) => name === 'EMAIL')).toHaveLength(1);
  expect(names).not.toContain('X');
  expect(names).not.toContain('Y');
  expect(body.replaceAll('\r\n ', '')).toContain('😀é'.repeat(60));
});

const Jrd = z.object({
  subject: z.string(),
  aliases: z.array(z.url()),
  links: z.array(z.object({ rel: z.string(), type: z.string().optional(), href: z.url() })),
});

test('WebFinger leads from an account of this host to the owner', () => {
  const found = webfinger(demoPortfolio(), LIVE, 'acct:ada@ada.example');
  expect(found.status).toBe(200);
  expect(found.headers).toEqual({
    'content-type': 'application/jrd+json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  const { subject, aliases, links } = Jrd.parse(JSON.parse(found.body));
  expect(subject).toBe('acct:ada@ada.example');
  expect(aliases).toEqual([`${ORIGIN}/`]);
  expect(links).toContainEqual({
    rel: 'http://webfinger.net/rel/profile-page',
    type: 'text/html',
    href: `${ORIGIN}/`,
  });
  expect(webfinger(demoPortfolio(), LIVE, ORIGIN).status).toBe(200);
});

test.each([
  [undefined, 400],
  ['', 400],
  ['ada', 400],
  ['acct:ada@other.example', 404],
  ['acct:ada@ada.example@other.example', 404],
  ['acct:@ada.example', 404],
  ['https://ada.example/projects', 404],
  ['javascript:alert(1)', 404],
  [`acct:${'a'.repeat(5000)}@ada.example`, 404],
])('WebFinger does not know the resource %s', (resource, status) => {
  expect(webfinger(demoPortfolio(), LIVE, resource).status).toBe(status);
});

test('the icon has the initials, and is valid XML for every name', async () => {
  expect(initialsOf('Ada Lovelace')).toBe('AL');
  expect(initialsOf('Augusta Ada King, Countess of Lovelace')).toBe('AL');
  expect(initialsOf('Ada')).toBe('A');
  expect(initialsOf('👩‍💻 Ada')).toBe('👩‍💻A');
  const icon = (portfolio: SitePortfolio) =>
    render(portfolio, '/icon.svg', { accent: '#ffee00' }).body;
  const [, ground = '', ink = ''] =
    /fill="(#\w{6})".*fill="(#\w{6})".*>AL<\/text>/.exec(icon(demoPortfolio())) ?? [];
  expect(measureContrast(ground, ink)).toBeGreaterThanOrEqual(MIN_CONTRAST);
  const files = {
    demo: icon(demoPortfolio()),
    longest: icon(longestPortfolio()),
    hostile: icon(hostilePortfolio()),
    unclosed: icon(demoPortfolio()).replace('</text>', ''),
  };
  expect(await findInvalidXml(files, { normalization: 'c14n' })).toEqual(['unclosed']);
});
