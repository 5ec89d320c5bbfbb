import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { cellHeadings, emptyHeaders, repositoryLinks } from './markdown-rules.ts';
import { anchorOf, NO_PAGES, pageOf, ROOT, sidebar } from './pages.ts';

/** The path of the site on its host. */
const base = process.env['DOCS_BASE'] ?? '/';
/** The address of the repository, as https://github.com/<owner>/<name>. */
const repository = process.env['DOCS_REPOSITORY'];

const icon = readFileSync(join(ROOT, 'apps/dashboard/public/icon.svg'), 'base64');

export default defineConfig({
  title: 'Vitrine',
  description: 'A self-hosted portfolio: a dashboard, a finished public site, and an inbox.',
  lang: 'en-US',
  base,
  // Fonts that arrive after the first paint are not used: see brand.css.
  transformHead: ({ assets }) =>
    assets
      .filter((file) => /-latin-(wght|400)-normal.*\.woff2$/.test(file))
      .map((href) => [
        'link',
        { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' },
      ]),
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  // Pages are read where they are in the repository.
  srcDir: '..',
  srcExclude: NO_PAGES,
  rewrites: (file) => pageOf(file) ?? file,
  outDir: '../dist/docs',
  cacheDir: '../.dev/docs-cache',
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: anchorOf },
    // Braces in plain Markdown are text.
    attrs: { disable: true },
    config(md) {
      repositoryLinks(md, repository);
      emptyHeaders(md);
      cellHeadings(md);
    },
  },
  vite: { server: { watch: { ignored: ['**/.dev/**', '**/.node/**'] } } },
  themeConfig: {
    siteTitle: 'Vitrine',
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Deploy', link: '/deployment' },
      { text: 'API', link: '/reference/' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    ...(repository && {
      socialLinks: [{ icon: 'github', link: repository }],
      editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    }),
  },
});
