import { Readable } from 'node:stream';
import { downloads } from '@vitrine/contract/routes';
import { visitCalls } from '@vitrine/contract/visit';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import { API_PREFIX, type RegisterRoute } from '../../http/register-route.ts';
import {
  dayOf,
  findIsCounting,
  findMainReferrer,
  OTHER,
  rankNames,
  readDays,
  readSpans,
  saveIsCounting,
  type VisitKind,
} from './visit-store.ts';

interface VisitOptions {
  readonly db: Db;
  readonly hasCountries: boolean;
}

const PERIODS = {
  week: { unit: 'day', length: 7 },
  month: { unit: 'day', length: 30 },
  year: { unit: 'month', length: 12 },
} as const;

const RANKED = ['page', 'referrer', 'country', 'resume', 'view'] as const;

export function visitRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  { db, hasCountries }: VisitOptions,
): void {
  registerRoute(visitCalls.get, async ({ query }) => {
    const [visits, isCounting] = await Promise.all([
      describeVisits(db, query.period),
      findIsCounting(db),
    ]);
    return { ...visits, isCounting, hasCountries };
  });

  registerRoute(visitCalls.update, async ({ input: { isCounting } }) => {
    await saveIsCounting(db, isCounting);
    return { message: isCounting ? 'Visits are counted.' : 'Visits are no longer counted.' };
  });

  const { method, path, access } = downloads.visits;
  app.route({
    method,
    url: `${API_PREFIX}${path}`,
    config: { access, isStream: true },
    handler: (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="visits.csv"')
        .header('cache-control', 'no-store')
        .send(Readable.from(writeCsv(db))),
  });
}

async function describeVisits(db: Db, name: keyof typeof PERIODS) {
  const { unit, length } = PERIODS[name];
  const starts = listStarts(unit, length * 2, Date.now());
  const [rows, ranked] = await Promise.all([
    readSpans(db, { unit, from: starts[0] ?? '' }),
    rankNames({ unit, from: starts[length] ?? '' }, RANKED).execute(db),
  ]);
  const count = (start: string, kind: VisitKind) =>
    rows.find((row) => row.from === start && row.kind === kind)?.count ?? 0;
  const visits = (list: readonly string[]) =>
    list.reduce((total, start) => total + count(start, 'visit'), 0);
  const spans = starts.slice(length).map((from) => ({
    from,
    visits: count(from, 'visit'),
    downloads: count(from, 'resume'),
    messages: count(from, 'contact'),
    opens: count(from, 'view'),
    bots: count(from, 'bot'),
  }));
  const rank = (kind: VisitKind) => {
    const found = ranked.rows.filter((row) => row.kind === kind);
    return { total: found[0]?.total ?? 0, top: found.filter((row) => row.name !== OTHER) };
  };
  const highest = spans.reduce((best, span) => (span.visits > best.visits ? span : best));
  return {
    spans,
    visits: visits(starts.slice(length)),
    visitsBefore: visits(starts.slice(0, length)),
    peakReferrer: await findMainReferrer(db, { unit, from: highest.from }),
    pages: rank('page'),
    referrers: rank('referrer'),
    countries: rank('country'),
    downloads: rank('resume'),
    opens: rank('view'),
  };
}

/** The first days of the last spans, oldest first, in UTC. */
function listStarts(unit: 'day' | 'month', length: number, time: number): string[] {
  const now = new Date(time);
  return Array.from({ length }, (_, index) => {
    const ago = length - 1 - index;
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return dayOf(
      unit === 'day' ? Date.UTC(year, month, now.getUTCDate() - ago) : Date.UTC(year, month - ago),
    );
  });
}

async function* writeCsv(db: Db): AsyncGenerator<string> {
  yield 'day,kind,name,count\r\n';
  for await (const rows of readDays(db))
    yield rows
      .map(
        ({ day, kind, name, count }) =>
          `${day},${kind},"${name.replaceAll('"', '""')}",${count}\r\n`,
      )
      .join('');
}
