import { render } from '@vitrine/testing/render-site';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import { describe, expect, test } from 'vitest';
import { resolvePath } from './resolve-path.ts';

describe.each(['مشروع-العمارة', '東京の橋', 'мой-сайт', 'हिन्दी'])(
  'a project with the slug %s',
  (slug) => {
    const { projects, ...others } = demoPortfolio();
    const [first, ...rest] = projects;
    if (!first) throw new Error('There are projects.');
    const oldSlug = `${slug}-ж`;
    const moved = { ...first, slug, oldSlugs: [oldSlug] };
    const portfolio = { ...others, projects: [moved, ...rest] };
    const path = `/projects/${encodeURIComponent(slug)}`;

    test('has a page at the encoded path, to which other spellings redirect', () => {
      expect(resolvePath(portfolio, path)).toMatchObject({ kind: 'project', path });
      const others = [
        path.toLowerCase(),
        `/projects/${slug}`,
        `/projects/${encodeURIComponent(oldSlug)}`,
      ];
      for (const other of others.filter((one) => one !== path)) {
        const { status, headers } = render(portfolio, other);
        expect([other, status, headers['location']]).toEqual([other, 301, path]);
      }
      expect(render(portfolio, '/projects/%E0%A4').status).toBe(404);
    });

    test('is linked with the encoded path, and nowhere with another one', () => {
      const files = [
        '/',
        '/projects',
        path,
        '/feed.xml',
        '/feed.json',
        '/sitemap.xml',
        '/llms.txt',
      ];
      for (const file of files) {
        const { status, body } = render(portfolio, file);
        expect(status).toBe(200);
        expect(body).toContain(path);
        expect(body).not.toContain(`/projects/${slug}`);
      }
      expect(render(portfolio, path).body).toContain(
        `<link rel="canonical" href="https://ada.example${path}"/>`,
      );
    });
  },
);

test('an escaped letter of ASCII is not an address of ours', () => {
  expect(render(demoPortfolio(), '/projects/%74idewatch').status).toBe(404);
});
