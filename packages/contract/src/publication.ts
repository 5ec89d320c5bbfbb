import { z } from 'zod';
import {
  inColumn,
  link,
  optionalChoice,
  optionalText,
  sentences,
  text,
  yearMonth,
} from './collection-field.ts';
import { defineCollection, type ItemOf, type NewOf } from './define-collection.ts';
import * as schemas from './field.ts';
import { PUBLICATION_KINDS } from './options.ts';
import { isDoi, stripDoi } from './text-format.ts';

const { empty: _, ...date } = yearMonth('Date', 'A year or a month, like 2024 or 2024-03.');

/** Also as an address, like https://doi.org/10.1000/182. */
const doi = {
  ...optionalText('DOI', 200, 'Like `10.1000/182`, or empty.'),
  input: z
    .preprocess(
      (value) => (typeof value === 'string' ? stripDoi(value) : value),
      schemas
        .optionalText('DOI', 200)
        .refine((value) => value === '' || isDoi(value), 'Enter a DOI like 10.1000/182.'),
    )
    .meta({ type: 'string' }),
};

const authors = sentences('authors', 200, 120);

export const publication = defineCollection(
  'publication',
  {
    title: text('title', 300),
    authors: {
      ...authors,
      output: authors.output.describe(
        'In print order, as in `Lovelace, Ada`. An organization has no comma.',
      ),
    },
    kind: optionalChoice('kind', PUBLICATION_KINDS, 'article'),
    publishedOn: { ...date, input: schemas.yearMonth().min(1, 'Enter the year.') },
    venue: { ...optionalText('venue', 300), label: 'Published in' },
    volume: optionalText('volume', 40),
    issue: optionalText('issue', 40),
    pages: optionalText('pages', 40),
    publisher: optionalText('publisher', 200),
    doi,
    link: link('link'),
    pdfLink: inColumn('pdf_link', { ...link('PDF link'), label: 'PDF' }),
    note: { ...optionalText('note', 120, 'As in `Best paper`.'), label: 'Award or note' },
    abstract: optionalText('abstract', 5000),
    citationKey: {
      ...optionalText('citation key', 100, 'The key in BibTeX. Empty if it is made from the rest.'),
      input: schemas
        .optionalText('citation key', 100)
        .regex(
          /^[^\s{}(),=#%"'\\~]*$/,
          'Enter the citation key without spaces, commas and braces.',
        ),
    },
  },
  {
    detail: ['venue', 'publisher', 'publishedOn'],
    about: {
      list: 'Lists all publications by date, newest first.',
      update: 'Updates the fields that are sent.',
    },
  },
);

export const { New: NewPublication } = publication;

export type Publication = ItemOf<typeof publication>;
export type NewPublication = NewOf<typeof publication>;
