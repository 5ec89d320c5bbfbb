import { ContactForm, type ContactState } from '../contact-form.tsx';
import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { Statement } from '../statement.tsx';

export function ContactPage({ state }: { readonly state?: ContactState | undefined }) {
  const { words, portfolio, path } = usePage();
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
        {isSent ? <Statement text={words.sent} isStatus /> : <ContactForm state={state} />}
      </section>
    </Document>
  );
}
