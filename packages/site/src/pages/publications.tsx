import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { PublicationList } from '../publication-list.tsx';

/** All publications by year, with their BibTeX. */
export function PublicationsPage() {
  const { words, portfolio } = usePage();
  const heading = words.sections.publications;
  const title = words.byAuthor(heading, portfolio.profile.fullName);
  return (
    <Document kind="publications" current="/#publications" title={title} description={title}>
      <section className="index" aria-labelledby="publications-title" data-section="publications">
        <h1 id="publications-title">{heading}</h1>
        <PublicationList publications={portfolio.publications} isPage />
      </section>
    </Document>
  );
}
