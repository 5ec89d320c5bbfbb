import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, updateResponse } from './call.ts';
import {
  ifValid,
  link,
  month,
  oneOf,
  optionalText,
  sentences,
  text,
  wholeNumber,
} from './field.ts';
import { TIMELINE_KINDS } from './options.ts';
import { routes } from './routes.ts';

export const TimelineEntry = z
  .object({
    _id: z.uuid(),
    title: z.string(),
    description: z.string(),
    timeline: z.object({
      from: z.int(),
      to: z.int().nullable().describe('Null while it is ongoing.'),
      fromMonth: z.int().nullable(),
      toMonth: z.int().nullable(),
    }),
    kind: z.enum(TIMELINE_KINDS),
    organization: z.string(),
    location: z.string(),
    link: z.string(),
    highlights: z.array(z.string()),
  })
  .meta({ id: 'TimelineEntry' });

/** Roles at one organization that follow each other, or one entry alone. */
export const TimelineGroup = z
  .object({
    organization: z.string().describe('Empty if the entry names none.'),
    entries: z.array(z.uuid()).describe('The IDs of the entries, newest first.'),
  })
  .meta({ id: 'TimelineGroup' });

const Fields = z.strictObject({
  title: text('title', 120),
  description: text('description', 5000),
  from: wholeNumber('start year', 1900, 2200),
  to: z.preprocess(
    (value) => (value === undefined || value === '' ? null : value),
    wholeNumber('end year', 1900, 2200).nullable(),
  ),
  fromMonth: month('start month').default(null),
  toMonth: month('end month').default(null),
  kind: oneOf('kind', TIMELINE_KINDS).default('other'),
  organization: optionalText('organization', 120).default(''),
  location: optionalText('location', 120).default(''),
  link: link('link').default(''),
  highlights: sentences('highlights', 20, 300).default([]),
});

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

export const timelineCalls = {
  list: call(routes.timeline.list, {
    about: 'Lists the timeline: ongoing entries first, then by end date, newest first.',
    response: { timelines: z.array(TimelineEntry) },
  }),
  add: call(routes.timeline.add, {
    about: 'Adds a timeline entry.',
    input: NewTimelineEntry,
    response: { ...messageResponse, timeline: TimelineEntry },
    status: 201,
  }),
  update: call(routes.timeline.update, {
    about: 'Replaces all fields of a timeline entry.',
    params: byId('timeline entry'),
    input: NewTimelineEntry,
    response: { ...updateResponse, timeline: TimelineEntry },
  }),
  remove: call(routes.timeline.remove, {
    about: 'Moves a timeline entry to the trash.',
    params: byId('timeline entry'),
    response: deleteResponse,
  }),
};

export type TimelineEntry = z.infer<typeof TimelineEntry>;
export type TimelineGroup = z.infer<typeof TimelineGroup>;
export type NewTimelineEntry = z.infer<typeof NewTimelineEntry>;
