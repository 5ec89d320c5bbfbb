import { PUBLICATION_KINDS, type PublicationKind } from '@vitrine/contract/options';

export const KIND_NAMES: Readonly<Record<PublicationKind, string>> = {
  article: 'Article',
  'conference-paper': 'Conference paper',
  book: 'Book',
  chapter: 'Chapter',
  thesis: 'Thesis',
  report: 'Report',
  preprint: 'Preprint',
  talk: 'Talk',
  other: 'Other',
};

/** The options of a select. */
export function KindOptions() {
  return PUBLICATION_KINDS.map((kind) => (
    <option key={kind} value={kind}>
      {KIND_NAMES[kind]}
    </option>
  ));
}
