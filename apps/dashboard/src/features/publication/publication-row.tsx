import {
  afterVenue,
  doiLink,
  formatAuthor,
  isOwnName,
  toBibtex,
  venueOf,
} from '@vitrine/contract/citation';
import { Pencil } from 'lucide-react';
import { Fragment } from 'react';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KIND_NAMES } from './publication-kind.tsx';

interface PublicationRowProps {
  readonly publication: CollectionItem<'publication'>;
  readonly fullName: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

export function PublicationRow({ publication, fullName, isOpen, onOpen }: PublicationRowProps) {
  const { _id: id, title, authors, kind, doi, note } = publication;
  const venue = venueOf(publication);
  const place = venue && `${venue}${afterVenue(publication)}`;
  return (
    <li
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0 sm:flex-nowrap sm:px-[22px] ${isOpen ? 'bg-accent-soft shadow-[inset_3px_0_var(--accent)]' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        {authors.length > 0 && (
          <p className="text-sm wrap-anywhere text-ink-2">
            {authors.map((author, index) => (
              <Fragment key={author}>
                {index > 0 && ', '}
                {isOwnName(author, fullName) ? (
                  <b className="font-semibold text-ink">{formatAuthor(author)}</b>
                ) : (
                  formatAuthor(author)
                )}
              </Fragment>
            ))}
          </p>
        )}
        {place && <p className="text-sm wrap-anywhere text-ink-2 italic">{place}</p>}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs wrap-anywhere *:min-w-0">
          <Badge variant="outline">{KIND_NAMES[kind]}</Badge>
          {note && <span className="text-ink-2">{note}</span>}
          {doi ? (
            <ExternalLink href={doiLink(doi)}>doi:{doi}</ExternalLink>
          ) : (
            <span className="text-ink-3">No DOI</span>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1 max-sm:basis-full">
        {canCopy && (
          <Button
            variant="outline"
            size="sm"
            className="max-sm:mr-auto max-sm:h-9"
            aria-label={`Copy BibTeX of ${title}`}
            onClick={() => copyText(toBibtex(publication), 'BibTeX')}
          >
            Copy BibTeX
          </Button>
        )}
        <Button
          id={editId(id)}
          variant="ghost"
          size="icon"
          aria-label={`Edit ${title}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          <Pencil aria-hidden="true" />
        </Button>
        <DeleteButton compact noun="publication" item={publication} />
      </div>
    </li>
  );
}

/** The ID of the button that opens a publication. */
export function editId(id: string): string {
  return `edit-${id}`;
}
