import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

export const ROOT = join(import.meta.dirname, '../..');

/** Files outside of `docs` that are pages as well. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'examples/backend/README.md': 'examples/backend.md',
  'examples/plain-site/README.md': 'examples/plain-site.md',
  'packages/client/README.md': 'client.md',
};

/** Markdown files that are no pages. */
export const NO_PAGES = [
  '{README,CODE_OF_CONDUCT}.md',
  '{apps,e2e,media,ops,resilience,tools}/**',
  'packages/!(client)/**',
  '**/{dist,src}/**',
];

/** The path on the site of a file of the repository; undefined if it is no page. */
export function pageOf(file: string): string | undefined {
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return OTHER_PAGES[file];
  return file.slice('docs/'.length).replace(/README\.md$/, 'index.md');
}

/** The anchor that GitHub generates for a heading, so that links work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** In the order in which a newcomer needs the pages. */
export function sidebar(): Item[] {
  return [
    section('Start', pages('getting-started', 'comparison')),
    section(
      'Own a portfolio',
      pages(
        ...['sign-in', 'writing', 'kind-words', 'views', 'messages', 'importing-and-exporting'],
        ...['themes', 'static-export', 'static-copy', 'privacy'],
      ),
    ),
    section(
      'Run it',
      pages(
        ...['deployment', 'one-container', 'configuration', 'backup-and-restore', 'object-storage'],
        ...['observability', 'scaling', 'security', 'asvs'],
      ),
    ),
    section('Build on it', [
      ...pages('api'),
      { ...folder('API reference', 'reference/'), link: '/reference/' },
      link('packages/client/README.md'),
      link('examples/plain-site/README.md'),
      link('examples/backend/README.md'),
      ...pages('specification'),
    ]),
    section('The project', [
      link('ARCHITECTURE.md'),
      { ...folder('Decision records', 'decisions/'), link: '/decisions/' },
      folder('Measurements', 'figures/'),
      link('CONTRIBUTING.md'),
      ...pages('releasing'),
      link('SECURITY.md'),
      link('CHANGELOG.md'),
    ]),
  ];
}

function section(text: string, items: Item[]): Item {
  return { text, items };
}

function pages(...names: readonly string[]): Item[] {
  return names.map((name) => link(`docs/${name}.md`));
}

function folder(text: string, path: string): Item {
  const files = globSync(`docs/${path}*.md`, { cwd: ROOT }).toSorted();
  const items = files.filter((file) => !file.endsWith('README.md')).map(link);
  return { text, collapsed: true, items };
}

/** A page is listed by its heading, so that its name has one place. */
function link(file: string): Item {
  const heading = /^# (.*)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? '';
  return { text: heading.replaceAll('`', ''), link: `/${pageOf(file)?.replace(/\.md$/, '')}` };
}
