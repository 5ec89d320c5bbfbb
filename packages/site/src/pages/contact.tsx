import { ContactForm, type ContactState } from '../contact-form.tsx';
import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';

export function ContactPage({ state }: { readonly state?: ContactState | undefined }) {
  const { words, portfolio, path, href } = usePage();
  const isSent = path === '/contact/sent';
  const title = words.byAuthor(words.sections.contact, portfolio.profile.fullName);
  return (
    <Document
      kind="contact"
      current="/#contact"
      title={title}
      description={words.contactLead}
      isUnlisted={isSent}
      hasForm={!isSent}
    >
      <section
        id="contact"
        className={isSent ? 'statement' : undefined}
        aria-labelledby="contact-title"
        data-section="contact"
      >
        <h1 id="contact-title">{words.sections.contact}</h1>
        {isSent ? (
          <div>
            <p className="lead" role="status">
              {words.sent}
            </p>
            <p>
              <a className="primary" href={href('/')}>
                {words.home}
              </a>
            </p>
          </div>
        ) : (
          <ContactForm state={state} />
        )}
      </section>
    </Document>
  );
}
