import { z } from 'zod';
import {
  inColumn,
  link,
  month,
  optionalChoice,
  optionalText,
  sentences,
  text,
  wholeNumber,
} from './collection-field.ts';
import { formSchemas } from './collection-schemas.ts';
import { type ItemOf, type NewOf, withSchemas } from './define-collection.ts';
import { ifValid } from './field.ts';
import { TIMELINE_KINDS } from './options.ts';

/** A year without an end is ongoing. */
const endYear = wholeNumber('end year', 1900, 2200, 'To');

const fields = {
  title: text('title', 120),
  description: text('description', 5000),
  from: inColumn('from_year', wholeNumber('start year', 1900, 2200, 'From')),
  to: inColumn('to_year', {
    ...endYear,
    input: z.preprocess(
      (value) => (value === undefined || value === '' ? null : value),
      endYear.input.nullable(),
    ),
  }),
  fromMonth: month('start month'),
  toMonth: month('end month'),
  kind: optionalChoice('kind', TIMELINE_KINDS, 'other'),
  organization: optionalText('organization', 120),
  location: optionalText('location', 120),
  link: link('link'),
  highlights: sentences('highlights', 20, 300),
} as const;

/** The specification has the dates in an object of their own. */
export const TimelineEntry = z
  .object({
    _id: z.uuid(),
    title: fields.title.output,
    description: fields.description.output,
    timeline: z.object({
      from: z.int(),
      to: z.int().nullable().describe('Null while it is ongoing.'),
      fromMonth: z.int().nullable(),
      toMonth: z.int().nullable(),
    }),
    kind: fields.kind.output,
    organization: fields.organization.output,
    location: fields.location.output,
    link: fields.link.output,
    highlights: fields.highlights.output,
  })
  .meta({ id: 'TimelineEntry' });

/** Roles at one organization that follow each other, or one entry alone. */
export const TimelineGroup = z
  .object({
    organization: z.string().describe('Empty if the entry names none.'),
    entries: z.array(z.uuid()).describe('The IDs of the entries, newest first.'),
  })
  .meta({ id: 'TimelineGroup' });

const { New: Fields } = formSchemas(fields);
const Dates = Fields.pick({ from: true, to: true, fromMonth: true, toMonth: true });

export const NewTimelineEntry = Fields.refine(
  (input) => input.to === null || input.to >= input.from,
  {
    path: ['to'],
    message: 'Enter an end year that is not before the start year.',
    when: ifValid(Dates),
  },
)
  .refine(
    ({ from, to, fromMonth, toMonth }) =>
      from !== to || fromMonth === null || toMonth === null || toMonth >= fromMonth,
    {
      path: ['toMonth'],
      message: 'Enter an end month that is not before the start month.',
      when: ifValid(Dates),
    },
  )
  .refine(({ to, toMonth }) => to !== null || toMonth === null, {
    path: ['to'],
    message: 'Enter the end year.',
    when: ifValid(Dates),
  });

export const timeline = withSchemas('timeline', fields, {
  Item: TimelineEntry,
  New: NewTimelineEntry,
  Update: NewTimelineEntry,
  shownFirst: [
    'title',
    'kind',
    'organization',
    'location',
    'fromMonth',
    'from',
    'toMonth',
    'to',
    'link',
  ],
  detail: ['description'],
  about: {
    list: 'Lists the timeline: ongoing entries first, then by end date, newest first.',
    update: 'Replaces all fields of a timeline entry.',
  },
});

export type TimelineEntry = ItemOf<typeof timeline>;
export type TimelineGroup = z.infer<typeof TimelineGroup>;
export type NewTimelineEntry = NewOf<typeof timeline>;
