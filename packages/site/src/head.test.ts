import { ORIGIN, render } from '@vitrine/testing/render-site';
import { demoPortfolio, emptyPortfolio } from '@vitrine/testing/site-portfolios';
import { expect, test } from 'vitest';

/** The content of each meta element, by its name or property. */
function metaOf(html: string): Record<string, string> {
  const found = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g);
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]));
}

test('a project has an Open Graph image of its own, and its dates', () => {
  const { body } = render(demoPortfolio(), '/projects/tidewatch', {}, { cardPath: '/og/1.jpg' });
  expect(metaOf(body)).toMatchObject({
    'og:title': 'Tidewatch, by Ada Lovelace',
    'og:description': 'Tides for 900 harbors, online or offline.',
    'og:type': 'article',
    'og:url': `${ORIGIN}/projects/tidewatch`,
    'og:site_name': 'Ada Lovelace',
    'og:locale': 'en_US',
    'og:image': `${ORIGIN}/og/1.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Tidewatch, by Ada Lovelace',
    'article:published_time': '2026-06-20T09:00:00.000Z',
    'article:modified_time': '2026-07-20T09:30:00.000Z',
    'twitter:card': 'summary_large_image',
  });
});

test('without a card, the banner or the portrait stands for the page', () => {
  const { projects, profile } = demoPortfolio();
  const project = metaOf(render(demoPortfolio(), '/projects/tidewatch').body);
  expect(project['og:image']).toBe(`${ORIGIN}${projects[0]?.projectBanner.url}`);
  expect(project['og:image:width']).toBe('1600');
  const home = metaOf(render(demoPortfolio(), '/').body);
  expect(home).toMatchObject({
    'og:type': 'profile',
    'og:image': `${ORIGIN}${profile.avatar.url}`,
    'og:image:alt': 'Portrait of Ada Lovelace',
    'twitter:card': 'summary',
  });
  expect(metaOf(render(emptyPortfolio(), '/').body)).not.toHaveProperty('og:image');
});

test('names feeds, icon, canonical address and the color of the browser', () => {
  const { body } = render(demoPortfolio(), '/resume');
  expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/resume"/>`);
  expect(body).toContain('<link rel="icon" type="image/svg+xml" href="/icon.svg"/>');
  expect(body).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Ada Lovelace" href="/feed.xml"/>',
  );
  expect(body).toContain(
    '<link rel="alternate" type="application/feed+json" title="Ada Lovelace" href="/feed.json"/>',
  );
  expect(body).toContain(
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12100e"/>',
  );
  const dark = render(demoPortfolio(), '/', { scheme: 'dark', theme: 'grid' }).body;
  expect(metaOf(dark)).toMatchObject({ 'theme-color': '#0d0d0d', 'color-scheme': 'dark' });
});

test('the canonical address of an exported page is that of its folder', () => {
  const { body } = render(
    demoPortfolio(),
    '/resume',
    {},
    {
      mode: 'export',
      origin: 'https://ada.example/folio',
    },
  );
  expect(body).toContain('<link rel="canonical" href="https://ada.example/folio/resume/"/>');
});

test('search engines list neither previews, nor missing pages, nor a site that is not indexed', () => {
  const robots = (
    path: string,
    ...how: [Parameters<typeof render>[2]?, Parameters<typeof render>[3]?]
  ) => metaOf(render(demoPortfolio(), path, ...how).body)['robots'];
  expect(robots('/')).toBeUndefined();
  expect(robots('/missing')).toBe('noindex');
  expect(robots('/', { indexed: false })).toBe('noindex');
  expect(robots('/', {}, { mode: 'preview', base: '/preview/token' })).toBe('noindex');
});

test('below the dashboard, no page has a link preview or a list for machines', () => {
  for (const path of ['/', '/projects/tidewatch', '/resume', '/writing', '/publications']) {
    const { body } = render(demoPortfolio(), path, {}, { origin: '/site' });
    expect(body, path).not.toMatch(/"(og:|twitter:|citation_|canonical)|ld\+json|feed\.(xml|json)/);
  }
});
