import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { Statement } from '../statement.tsx';

/** What a reader finds behind the link of a view that has ended. */
export function EndedViewPage() {
  const { words, portfolio } = usePage();
  const { fullName } = portfolio.profile;
  return (
    <Document kind="contact" title={fullName} description="" isUnlisted>
      <section className="statement" aria-labelledby="ended-title" data-section="contact">
        <h1 id="ended-title">{fullName}</h1>
        <Statement text={words.kindWords.expired(fullName)} isStatus />
      </section>
    </Document>
  );
}
