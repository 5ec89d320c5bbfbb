import {
  afterVenue,
  doiLink,
  formatAuthor,
  groupByYear,
  isOwnName,
  linkOf,
  toBibtex,
  venueOf,
} from '@vitrine/contract/citation';
import { Fragment } from 'react';
import { usePage } from './page-context.ts';
import type { SitePortfolio } from './site.ts';

type SitePublication = SitePortfolio['publications'][number];

/** A long line scrolls, so the keyboard must reach it. */
const SCROLLS = { tabIndex: 0 };

/** As many of the newest as the home page shows. */
const MAX_ON_HOME = 3;

/** The newest publications, on the home page. */
export function NewestPublications() {
  const { portfolio, words, href } = usePage();
  return (
    <>
      <PublicationList publications={portfolio.publications.slice(0, MAX_ON_HOME)} />
      <p className="more">
        <a href={href('/publications')}>{words.allPublications}</a>
      </p>
    </>
  );
}

interface PublicationListProps {
  readonly publications: readonly SitePublication[];
  /** Whether it is the page of all publications, which has their BibTeX. */
  readonly isPage?: boolean;
}

export function PublicationList({ publications, isPage = false }: PublicationListProps) {
  return (
    <ol className="papers">
      {groupByYear(publications).map(([year, some]) => (
        <li key={year}>
          {/* Themes style the headings alike on both pages. */}
          <h3 aria-level={isPage ? 2 : undefined}>{year}</h3>
          <ol>
            {some.map((publication) => (
              <li key={publication._id} className="h-cite">
                <Paper publication={publication} isPage={isPage} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

interface PaperProps {
  readonly publication: SitePublication;
  readonly isPage: boolean;
}

function Paper({ publication, isPage }: PaperProps) {
  const { words } = usePage();
  const { title, note, doi, pdfLink, abstract } = publication;
  const [link, venue] = [linkOf(publication), venueOf(publication)];
  return (
    <>
      <h4 className="p-name" aria-level={isPage ? 3 : undefined}>
        {link ? (
          <a className="u-url" href={link}>
            {title}
          </a>
        ) : (
          title
        )}
      </h4>
      <Authors authors={publication.authors} />
      {(venue || note) && (
        <p className="venue">
          {venue && (
            <>
              <cite>{venue}</cite>
              {afterVenue(publication)}{' '}
            </>
          )}
          {note && <span className="award">{note}</span>}
        </p>
      )}
      {isPage && (doi || pdfLink) && <PaperLinks publication={publication} />}
      {isPage && abstract && (
        <details>
          <summary>{words.abstract}</summary>
          <p>{abstract}</p>
        </details>
      )}
      {isPage && (
        <details>
          <summary>BibTeX</summary>
          <pre {...SCROLLS}>
            <code>{toBibtex(publication)}</code>
          </pre>
        </details>
      )}
    </>
  );
}

function PaperLinks({ publication }: Pick<PaperProps, 'publication'>) {
  const { doi, pdfLink } = publication;
  const links = [
    ...(doi ? [['DOI', doiLink(doi)] as const] : []),
    ...(pdfLink ? [['PDF', pdfLink] as const] : []),
  ];
  return (
    <ul className="links">
      {links.map(([name, link]) => (
        <li key={name}>
          <a href={link}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

function Authors({ authors }: { readonly authors: readonly string[] }) {
  const { fullName } = usePage().portfolio.profile;
  if (authors.length === 0) return null;
  return (
    <p className="by">
      {authors.map((author, index) => {
        const name = formatAuthor(author);
        return (
          <Fragment key={author}>
            {index > 0 && ', '}
            {isOwnName(author, fullName) ? <b>{name}</b> : name}
          </Fragment>
        );
      })}
    </p>
  );
}
