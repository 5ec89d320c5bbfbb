import { FORMAT_NAMES } from '@vitrine/resume/formats';
import { type Head, type LayoutSection, layOut } from '@vitrine/resume/layout';
import type { ItemSection } from '@vitrine/resume/resume';
import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { mediaUrl } from '../picture.tsx';
import { publicResume, publishedFormats, uploadedResume } from '../resume.ts';
import { RichText } from '../spans.tsx';
import { describeProfile, paragraphsOf } from '../text.ts';
import { Who } from '../who.tsx';

/** The resume as a page, which prints on one or two sheets. */
export function ResumePage() {
  const page = usePage();
  const { portfolio, settings } = page;
  const resume = publicResume(portfolio, settings, page);
  const { sections } = layOut(resume, 'modern');
  return (
    <Document
      kind="resume"
      current="/resume"
      title={resume.title}
      description={describeProfile(portfolio.profile)}
    >
      <article className="resume">
        <header>
          <h1>{resume.name}</h1>
          <Who headline={resume.headline} location={resume.location} />
          <ul className="reach">
            {resume.contacts.map(({ text, url }) => (
              <li key={url}>
                <a href={url}>{text}</a>
              </li>
            ))}
          </ul>
          <Formats />
        </header>
        {resume.sections.map((section, index) => (
          <section
            key={section.name}
            aria-labelledby={`r-${section.name}`}
            data-section={`r-${section.name}`}
          >
            <h2 id={`r-${section.name}`}>{section.heading}</h2>
            <div>
              {section.name === 'languages' ? (
                <Languages section={section} />
              ) : (
                <Content section={sections[index]} />
              )}
            </div>
          </section>
        ))}
      </article>
    </Document>
  );
}

function Content({ section }: { readonly section: LayoutSection | undefined }) {
  if (section?.kind === 'text')
    return section.paragraphs.length > 0 ? (
      <RichText paragraphs={section.paragraphs} />
    ) : (
      <Paragraphs text={section.text} />
    );
  if (section?.kind === 'items')
    return section.groups.map(({ label, items }) => (
      <p key={label}>
        {label !== '' && <b>{label}: </b>}
        {items.map(({ title }) => title).join(', ')}
      </p>
    ));
  if (section?.kind === 'entries') return <Entries groups={section.groups} />;
  return null;
}

function Languages({ section }: { readonly section: ItemSection }) {
  return (
    <ul className="spoken">
      {section.groups
        .flatMap(({ items }) => items)
        .map(({ title, spoken }) => (
          <li key={title}>
            <b>{spoken?.name}</b> {spoken?.level}
          </li>
        ))}
    </ul>
  );
}

/** The roles at one employer follow its name, with headings of the next level. */
function Entries({ groups }: Pick<Extract<LayoutSection, { kind: 'entries' }>, 'groups'>) {
  return (
    <ol className="jobs">
      {groups.flatMap(({ head, entries }) => {
        const Heading = head ? 'h4' : 'h3';
        const roles = entries.map((entry) => (
          <li key={toKey(entry.head)} data-role={head ? '' : undefined}>
            <Heading>
              <Parts head={entry.head} />
            </Heading>
            {entry.head.dates !== '' && <p className="when">{entry.head.dates}</p>}
            {entry.citation.length > 0 && <RichText paragraphs={[entry.citation]} />}
            <Paragraphs text={entry.text} />
            {entry.highlights.length > 0 && (
              <ul>
                {entry.highlights.map((highlight) => (
                  <li key={highlight}>{highlight}</li>
                ))}
              </ul>
            )}
            {entry.technologies.length > 0 && <p>{entry.technologies.join(', ')}</p>}
          </li>
        ));
        if (!head) return roles;
        return [
          <li key={toKey(head)} data-employer="">
            <h3>
              <Parts head={head} />
            </h3>
            <p className="when">{head.dates}</p>
          </li>,
          ...roles,
        ];
      })}
    </ol>
  );
}

function toKey({ parts, dates }: Head): string {
  return [...parts.map(({ text }) => text), dates].join();
}

/** As in `Design engineer, Loom and Bloom, Bristol`. */
function Parts({ head: { parts } }: { readonly head: Head }) {
  return parts.map(({ text, url, style }, index) => (
    <span key={style}>
      {index > 0 && ', '}
      {url === '' ? text : <a href={url}>{text}</a>}
    </span>
  ));
}

function Paragraphs({ text }: { readonly text: string }) {
  return paragraphsOf(text).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

/** The files to download: the one of the profile, and those that are generated and published. */
function Formats() {
  const { portfolio, mode, words, href } = usePage();
  const upload = uploadedResume(portfolio);
  const formats = publishedFormats(portfolio);
  // A static host has no second name for a file, so that the link carries the name.
  const isExported = mode === 'export';
  const file = upload && (isExported ? upload.url : (upload.viewUrl ?? upload.url));
  const fileName = upload?.viewUrl?.split('/').at(-1);
  if (file === undefined && formats.length === 0) return null;
  return (
    <ul className="formats" aria-label={words.formats}>
      {file !== undefined && (
        <li>
          <a
            className="primary"
            href={mediaUrl(file, href)}
            download={(isExported && fileName) || true}
          >
            {upload?.type === 'application/pdf' ? 'PDF' : words.resume}
          </a>
        </li>
      )}
      {formats.map((format, index) => (
        <li key={format}>
          <a
            className={file === undefined && index === 0 ? 'primary' : undefined}
            href={href(`/resume.${format}`)}
            download
          >
            {FORMAT_NAMES[format]}
          </a>
        </li>
      ))}
    </ul>
  );
}
