import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';

export function NotFoundPage() {
  const { words, href } = usePage();
  return (
    <Document kind="not-found" title={words.notFound} description={words.notFoundText} isUnlisted>
      <section className="statement" aria-labelledby="missing-title" data-section="not-found">
        <h1 id="missing-title">{words.notFound}</h1>
        <div>
          <p className="lead">{words.notFoundText}</p>
          <p>
            <a className="primary" href={href('/')}>
              {words.home}
            </a>
          </p>
        </div>
      </section>
    </Document>
  );
}
