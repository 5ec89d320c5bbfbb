import { THEMES } from '@vitrine/contract/options';
import { render } from '@vitrine/testing/render-site';
import {
  demoPortfolio,
  emptyPortfolio,
  hostilePortfolio,
  largePortfolio,
  longestPortfolio,
  titleOnly,
} from '@vitrine/testing/site-portfolios';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { pagePaths } from './resolve-path.ts';
import type { PageOptions } from './site.ts';

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

async function problemsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
  );
}

test.each([
  ['demo', demoPortfolio()],
  ['empty', emptyPortfolio()],
  ['longest', longestPortfolio()],
  ['sparse', { ...demoPortfolio(), projects: titleOnly(['Annals', 'Ink']) }],
  ['hostile', hostilePortfolio()],
])('every page of the %s portfolio is valid HTML', async (_name, portfolio) => {
  for (const path of [...pagePaths(portfolio), '/missing'])
    expect([path, await problemsOf(render(portfolio, path).body)]).toEqual([path, []]);
});

test('pages of a long list, in other designs, previews and exports are valid HTML', async () => {
  const cases: [string, Partial<PageOptions>][] = [
    ['/projects/page/2', { mode: 'export' }],
    ['/contact', { contactUrl: 'mailto:ada@example.com' }],
    ['/', { mode: 'preview', base: '/preview/token', cardPath: '/og/1.jpg' }],
    ['/projects/project-9', { cardPath: '/og/1.jpg' }],
  ];
  const design = { scheme: 'dark', skillStyle: 'list', language: 'ar', footer: '©' } as const;
  for (const [index, [path, options]] of cases.entries()) {
    const settings = { ...design, theme: THEMES[index] ?? 'paper' };
    const { body } = render(largePortfolio(30), path, settings, options);
    expect([path, await problemsOf(body)]).toEqual([path, []]);
  }
});

test('hostile content runs no script and leads to no unsafe address', () => {
  const portfolio = hostilePortfolio();
  for (const path of [...pagePaths(portfolio), '/missing']) {
    const { body } = render(portfolio, path);
    expect(body).not.toMatch(/(href|src|action)="\s*javascript:/i);
    expect(body.replace(/="[^"]*"/g, '')).not.toMatch(/<img src=x|<x\/>|<[^>]*\sonerror/);
    const scripts = [...body.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)];
    for (const [, content = ''] of scripts) expect(content).not.toContain('<');
  }
});

test('the only inline script is the data block for search engines', () => {
  const { body } = render(demoPortfolio(), '/');
  const scripts = [...body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(scripts).toEqual([
    ' type="module" src="/assets/contact-1.js"',
    ' type="application/ld+json"',
  ]);
  expect(body).not.toMatch(/<style|\sstyle="|\son[a-z]+="/);
});

test('links in a case study lead to the same page in a preview and an export', () => {
  const [project] = demoPortfolio().projects;
  if (!project) throw new Error('The demo has no projects.');
  const bodyHtml =
    '<p>See "/media/x" or <a href="quorum">this</a>, <a href="/projects/quorum/?a#b">that</a>, <a href="#s-end">the end</a>, <a href="https://example.com/media/">a page</a>.</p><img src="/media/a.webp" srcset="/media/b.webp 640w, /media/a.webp 1280w" alt="a > b">';
  const portfolio = { ...demoPortfolio(), projects: [{ ...project, bodyHtml }] };
  const path = `/projects/${project.slug}`;
  expect(render(portfolio, path).body).toContain(
    bodyHtml.replace('"quorum"', '"/projects/quorum"').replace('quorum/?a', 'quorum?a'),
  );
  expect(render(portfolio, path, {}, { mode: 'preview', base: '/preview/token' }).body).toContain(
    '<a href="/preview/token/projects/quorum">this</a>',
  );
  const exported = render(portfolio, path, {}, { mode: 'export' }).body;
  expect(exported).toContain('See "/media/x" or <a href="../../projects/quorum/">this</a>');
  expect(exported).toContain('<a href="../../projects/quorum/?a#b">that</a>');
  expect(exported).toContain(
    'src="../../media/a.webp" srcset="../../media/b.webp 640w, ../../media/a.webp 1280w"',
  );
});

test('an exported page for missing addresses works at every address', () => {
  const { body } = render(
    demoPortfolio(),
    '/missing',
    {},
    {
      mode: 'export',
      origin: 'https://ada.example/folio',
    },
  );
  expect(body).toContain('href="/folio/assets/design-1.css"');
  expect(body).toContain('href="/folio/resume/"');
});
