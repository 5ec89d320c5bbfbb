import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { Statement } from '../statement.tsx';

export function NotFoundPage() {
  const { words } = usePage();
  return (
    <Document kind="not-found" title={words.notFound} description={words.notFoundText} isUnlisted>
      <section className="statement" aria-labelledby="missing-title" data-section="not-found">
        <h1 id="missing-title">{words.notFound}</h1>
        <Statement text={words.notFoundText} />
      </section>
    </Document>
  );
}
