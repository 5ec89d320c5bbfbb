import { linkOf } from '@vitrine/contract/citation';
import { usePage } from './page-context.ts';

/**
 * What Google Scholar and reference managers read. They expect one publication on a page, so a list of
 * several has none of these.
 */
export function CitationMeta() {
  const { portfolio, target } = usePage();
  const [publication, ...others] = portfolio.publications;
  if (target.kind !== 'publications' || !publication || others.length > 0) return null;
  const { kind, venue, pages } = publication;
  const [first = '', last = ''] = pages.split('–');
  const values = [
    ['title', publication.title],
    ...publication.authors.map((author) => ['author', author] as const),
    ['publication_date', publication.publishedOn.replace('-', '/')],
    [kind === 'conference-paper' ? 'conference_title' : 'journal_title', venue],
    ['volume', publication.volume],
    ['issue', publication.issue],
    ['firstpage', first],
    ['lastpage', last],
    ['publisher', publication.publisher],
    ['doi', publication.doi],
    ['pdf_url', publication.pdfLink],
    ['abstract_html_url', linkOf(publication)],
  ] as const;
  return values.map(
    ([name, content]) =>
      content && <meta key={`${name} ${content}`} name={`citation_${name}`} content={content} />,
  );
}
