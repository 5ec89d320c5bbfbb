import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { pageOf, ROOT } from './pages.ts';

/**
 * Links in the repository lead from file to file. On the site, they lead to the page of a file, or to
 * the file in the repository. Without its address, they are plain text.
 */
export function repositoryLinks(md: MarkdownRenderer, repository: string | undefined): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const folder = dirname(relative(ROOT, env.realPath ?? env.path));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (token.type !== 'link_open' || href === null || /^(\w+:|#)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const file = join(folder, decodeURI(path));
      const address = addressOf(file, repository);
      if (address) token.attrSet('href', anchor ? `${address}#${anchor}` : address);
      else token.attrs = [];
    }
  });
}

function addressOf(file: string, repository: string | undefined): string | undefined {
  const page = pageOf(file) ?? pageOf(join(file, 'README.md'));
  if (page) return `/${page}`;
  return repository && `${repository}/blob/main/${file}`;
}

/** An empty cell in the first row heads nothing. */
export function emptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [content, end] = tokens.slice(index + 1, index + 3);
      if (token.type !== 'th_open' || content?.content !== '' || !end) continue;
      token.tag = 'td';
      end.tag = 'td';
    }
  });
}

/** On phones, where the first row is hidden, cells show their heading. */
export function cellHeadings(md: MarkdownRenderer): void {
  md.core.ruler.push('cell-headings', ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') headings = [];
      if (token.type === 'tr_open') column = 0;
      const content = tokens[index + 1]?.children ?? [];
      if (token.type === 'th_open') headings.push(content.map((part) => part.content).join(''));
      if (token.type !== 'td_open') continue;
      const heading = headings[column];
      // The first cell names the row.
      if (column > 0 && heading) token.attrSet('data-heading', heading);
      column += 1;
    }
  });
}
