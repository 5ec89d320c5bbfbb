import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { text, wholeNumber } from './field.ts';
import { routes } from './routes.ts';

export const TimelineEntry = z
  .object({
    _id: z.uuid(),
    title: z.string(),
    description: z.string(),
    timeline: z.object({
      from: z.int(),
      to: z.int().nullable().describe('Null while it is ongoing.'),
    }),
  })
  .meta({ id: 'TimelineEntry' });

const NewTimelineEntry = z
  .strictObject({
    title: text('title', 120),
    description: text('description', 5000),
    from: wholeNumber('start year', 1900, 2200),
    to: z.preprocess(
      (value) => (value === undefined || value === '' ? null : value),
      wholeNumber('end year', 1900, 2200).nullable(),
    ),
  })
  .refine((input) => input.to === null || input.to >= input.from, {
    path: ['to'],
    message: 'The end year cannot be before the start year.',
  });

export const timelineCalls = {
  list: call(routes.timeline.list, {
    about: 'Lists the timeline, latest start year first.',
    response: { timelines: z.array(TimelineEntry) },
  }),
  add: call(routes.timeline.add, {
    about: 'Adds a timeline entry.',
    input: NewTimelineEntry,
    response: { ...messageResponse, timeline: TimelineEntry },
    status: 201,
  }),
  remove: call(routes.timeline.remove, {
    about: 'Deletes a timeline entry.',
    params: byId('timeline entry'),
    response: messageResponse,
  }),
};

export type TimelineEntry = z.infer<typeof TimelineEntry>;
export type NewTimelineEntry = z.infer<typeof NewTimelineEntry>;
