import { afterVenue, venueOf } from '@vitrine/contract/citation';
import { type NewPublication, type Publication, publication } from '@vitrine/contract/publication';
import { findChanges, type Rules } from './compare-items.ts';
import { publicationKeys, titleKey } from './imported.ts';

export const PUBLICATION_RULES: Rules<NewPublication, Publication> = {
  label: 'Publication',
  title: ({ title }, match) => match?.title ?? title,
  keys: publicationKeys,
  add: (fields) => ({ kind: 'add-publication', fields }),
  describe,
  update({ _id: id, ...before }, fields) {
    const merged = mergePublication(before, fields);
    return {
      item: { kind: 'update-publication', id, fields: merged },
      changes: findChanges(publication, toTexts(before), toTexts(merged)),
    };
  },
};

/** As in `Lovelace, Anning · Journal of Everyday Interfaces 12(3) · 2026 · doi:10.1000/182`. */
function describe(fields: NewPublication): string[] {
  const { authors = [], doi, publishedOn, venue = '', publisher = '' } = fields;
  const { volume = '', issue = '', pages = '' } = fields;
  const families = authors.slice(0, 3).map((author) => author.replace(/,.*/, ''));
  const name = venueOf({ venue, publisher });
  return [
    [...families, ...(authors.length > 3 ? ['…'] : [])].join(', '),
    name && `${name}${afterVenue({ volume, issue, pages })}`,
    publishedOn.slice(0, 4),
    doi ? `doi:${doi}` : 'No DOI',
  ];
}

type Fields = Omit<Publication, '_id'>;

/** What the source lacks stays, and so does what differs only in its form. */
function mergePublication(before: Fields, after: NewPublication): Fields {
  const isSameTitle = titleKey(before.title) === titleKey(after.title);
  const isSameYear = before.publishedOn.startsWith(after.publishedOn);
  const isSameDoi = before.doi.toLowerCase() === after.doi?.toLowerCase();
  const filled = Object.entries(after).filter(([, value]) => value.length > 0);
  return {
    ...before,
    ...Object.fromEntries(filled),
    title: isSameTitle ? before.title : after.title,
    kind: after.kind && after.kind !== 'other' ? after.kind : before.kind,
    publishedOn: isSameYear ? before.publishedOn : after.publishedOn,
    doi: isSameDoi ? before.doi : after.doi || before.doi,
    citationKey: before.citationKey || after.citationKey || '',
  };
}

/** The fields as the history shows them. */
function toTexts({ authors, ...fields }: Fields) {
  return { ...fields, authors: authors.join('\n') };
}
