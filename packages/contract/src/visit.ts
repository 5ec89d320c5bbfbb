import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { flag } from './field.ts';
import { VISIT_PERIODS } from './options.ts';
import { routes } from './routes.ts';

const Count = z.int().min(0);

const Ranking = z
  .object({
    total: Count,
    top: z
      .array(z.object({ name: z.string(), count: Count }))
      .describe('The 8 highest. The rest is what they lack to the total.'),
  })
  .meta({ id: 'Ranking' });

const VisitSpan = z
  .object({
    from: z.iso.date().describe('The day, or the first day of the month, in UTC.'),
    visits: Count.describe('Visitors, each once a day.'),
    downloads: Count.describe('Downloads of the resume.'),
    messages: Count.describe('Messages that are not spam.'),
    opens: Count.describe('Readers of views, each once a day.'),
    bots: Count.describe('Requests of bots for pages and resumes.'),
  })
  .meta({ id: 'VisitSpan' });

export const visitCalls = {
  get: call(routes.visit.get, {
    about: 'Describes the visits of the last 7 days, 30 days or 12 months, as totals.',
    query: z.strictObject({
      period: z.enum(VISIT_PERIODS, `The period must be one of: ${VISIT_PERIODS.join(', ')}.`),
    }),
    response: {
      isCounting: z.boolean(),
      hasCountries: z.boolean().describe('Whether the service knows the countries of addresses.'),
      visits: Count,
      visitsBefore: Count.describe('The visits of the period before, which is as long.'),
      spans: z.array(VisitSpan).describe('Days, or months for a year. The last one is not over.'),
      peakReferrer: z
        .string()
        .nullable()
        .describe('The host that more than half of the visits of the highest span come from.'),
      pages: Ranking.describe('Page views by path.'),
      referrers: Ranking.describe('Visits by host. An empty name is a visit without one.'),
      countries: Ranking.describe('Visits by country, as in `DE`.'),
      downloads: Ranking.describe('Downloads of the resume by path.'),
      opens: Ranking.describe('Readers by the ID of the view.'),
    },
  }),
  update: call(routes.visit.update, {
    about: 'Turns the counting of visits on or off. Earlier totals are kept.',
    input: z.strictObject({ isCounting: flag('isCounting') }),
    response: messageResponse,
  }),
};

export type VisitSpan = z.infer<typeof VisitSpan>;
export type Ranking = z.infer<typeof Ranking>;
