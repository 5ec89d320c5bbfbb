import { routes } from '@vitrine/contract/routes';
import { type ReactNode, useId } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ColumnChart } from './column-chart.tsx';
import { formatSpan, type Unit } from './format-span.ts';
import { RankingCard } from './ranking-card.tsx';
import type { VisitSpan, VisitSummary } from './visit-queries.ts';
import { VisitsCard, type VisitsCardProps } from './visits-card.tsx';

interface PartProps {
  readonly summary: VisitSummary;
  readonly unit: Unit;
}

interface VisitorsProps extends VisitsCardProps {
  /** The names of views by their IDs. */
  readonly viewNames: ReadonlyMap<string, string>;
}

export function Visitors(props: VisitorsProps) {
  const { summary, unit, viewNames } = props;
  const { pages, referrers, visits } = summary;
  return (
    <div className="grid gap-4">
      {!summary.isCounting && (
        <p className="rounded-md bg-ochre-soft px-4 py-2.5 text-sm text-ochre">
          Visits are not counted at the moment. You can turn this on at the end of this page.
        </p>
      )}
      <VisitsCard {...props} />
      <SmallCharts summary={summary} unit={unit} viewNames={viewNames} />
      <div className="grid gap-4 md:grid-cols-2">
        <RankingCard
          title="Pages"
          aside={count(pages.total, 'page view')}
          ranking={pages}
          nameOf={nameOfPage}
          rest="Other pages"
          empty="No page views yet."
        />
        <RankingCard
          title="Where visits come from"
          aside={count(referrers.total, 'visit')}
          ranking={referrers}
          nameOf={(host) => host || 'Direct or unknown'}
          rest="Other sites"
          empty="No visits yet."
        >
          Many apps and browsers don’t say where a visit comes from.
        </RankingCard>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Countries summary={summary} />
        <Card>
          <CardHead title="From visit to message" />
          <Steps
            steps={[
              [visits, 'visits'],
              [summary.downloads.total, 'resume downloads'],
              [total(summary, 'messages'), 'messages'],
            ]}
          />
          <div className="border-t border-line px-4 py-4 sm:px-[22px]">
            <h3 className="text-sm font-medium">Bots, counted apart</h3>
            <p className="mt-1 text-sm text-pretty text-ink-2">
              {count(total(summary, 'bots'), 'request')} of search engines, link previews and other
              programs. They are not among the visits.
            </p>
          </div>
        </Card>
      </div>
      <HowItIsCounted isCounting={summary.isCounting} />
    </div>
  );
}

function total({ spans }: VisitSummary, key: Exclude<keyof VisitSpan, 'from'>): number {
  return spans.reduce((sum, span) => sum + span[key], 0);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`;
}

const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/resume': 'Resume',
  '/contact': 'Contact',
  '/projects': 'Projects',
  '/writing': 'Writing',
  '/publications': 'Publications',
  '/api/v1/public/portfolio': 'Public document (API)',
};

function nameOfPage(path: string): string {
  return PAGE_NAMES[path] ?? decodeURI(path);
}

/** Charts with the days of the large one, each with a scale of its own. */
function SmallCharts({ summary, unit, viewNames }: PartProps & Pick<VisitorsProps, 'viewNames'>) {
  const { downloads, opens, visits } = summary;
  const messages = total(summary, 'messages');
  const formats = downloads.top.map(
    (file) => `${file.name.replace(/^.*\./, '').toUpperCase()} ${file.count.toLocaleString()}`,
  );
  const perVisits = visits === 0 ? '' : `${((messages / visits) * 100).toFixed(1)} per 100 visits`;
  return (
    <Card className="grid divide-line max-sm:divide-y sm:auto-cols-fr sm:grid-flow-col sm:divide-x">
      <SmallChart title="Resume downloads" name="downloads" spans={summary.spans} unit={unit}>
        {formats.join(', ')}
      </SmallChart>
      <SmallChart title="Messages" name="messages" spans={summary.spans} unit={unit}>
        {perVisits}
      </SmallChart>
      {opens.total > 0 && (
        <SmallChart title="Opens of views" name="opens" spans={summary.spans} unit={unit}>
          {opens.top
            .slice(0, 3)
            .map(({ name, count: times }) => `${viewNames.get(name) ?? 'Deleted view'} ${times}`)
            .join(', ')}
          . Approximate: one person on two days counts twice
        </SmallChart>
      )}
    </Card>
  );
}

interface SmallChartProps {
  readonly title: string;
  readonly name: 'downloads' | 'messages' | 'opens';
  readonly spans: readonly VisitSpan[];
  readonly unit: Unit;
  readonly children: ReactNode;
}

function SmallChart({ title, name, spans, unit, children }: SmallChartProps) {
  const counts = spans.map((span) => span[name]);
  const sum = counts.reduce((left, right) => left + right, 0);
  return (
    <div className="grid content-start gap-1 p-4 sm:px-[22px]">
      <h2 className="font-sans text-sm font-medium tracking-normal text-ink-2">{title}</h2>
      <p className="font-display text-2xl lining-nums">{sum.toLocaleString()}</p>
      <ColumnChart
        label={`${title} per ${unit}: ${sum.toLocaleString()} in all. The table has every ${unit}.`}
        columns={spans.map(({ from }, index) => ({
          name: formatSpan(from, unit),
          count: counts[index] ?? 0,
        }))}
        top={Math.max(...counts)}
        className="h-10"
      />
      <p className="mt-1 min-h-4 text-xs wrap-anywhere text-ink-3 tabular-nums">{children}</p>
    </div>
  );
}

function Countries({ summary: { countries, hasCountries } }: Pick<PartProps, 'summary'>) {
  const names = new Intl.DisplayNames(undefined, { type: 'region' });
  return (
    <RankingCard
      title="Countries"
      ranking={countries}
      nameOf={(code) => names.of(code) ?? code}
      rest="Other countries"
      empty={hasCountries ? 'No visits yet.' : 'Off.'}
    >
      {!hasCountries && countries.total === 0 && (
        <>
          To see them, set <code>GEOIP_FILE</code> on the server to a file of DB-IP or MaxMind, and
          restart Vitrine. It keeps only the country of a visit.
        </>
      )}
    </RankingCard>
  );
}

function Steps({ steps }: { readonly steps: readonly (readonly [number, string])[] }) {
  const most = Math.max(1, ...steps.map(([number]) => number));
  return (
    <ol className="divide-y divide-line px-4 pb-3 sm:px-[22px]">
      {steps.map(([number, name]) => (
        <li key={name} className="grid grid-cols-[6rem_1fr] items-center gap-x-3 py-2.5">
          <span className="font-display text-2xl lining-nums">{number.toLocaleString()}</span>
          <span className="grid gap-1.5">
            {name}
            <span
              aria-hidden="true"
              className="block h-1.5 min-w-px rounded-full bg-accent"
              style={{ width: `${(number / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

function HowItIsCounted({ isCounting }: { readonly isCounting: boolean }) {
  const id = useId();
  const update = useApiMutation(routes.visit.update, { reloads: ['visits'] });
  return (
    <Card id="how">
      <CardHead title="How this is counted" />
      <div className="grid gap-x-6 gap-y-4 px-4 pb-5 text-sm sm:px-[22px] md:grid-cols-3">
        <Note title="What is stored">
          Totals of a day: pages, referring sites and countries, each apart. To count a visitor once
          a day, Vitrine hashes the address and browser with a key that it deletes after the day. On
          the next day, the same person is a new visit. Days are in UTC.
        </Note>
        <Note title="What is missing">
          A CDN or a static copy answers without asking this server, so those visits are hidden. So
          are pages that a browser shows from its cache. All numbers are estimates.
        </Note>
        <Note title="What is left out">
          Bots are counted apart. Browsers that ask for privacy (DNT, GPC) and pages that are loaded
          ahead are not counted at all. Your own visits are counted like others.
        </Note>
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-3.5 sm:px-[22px]">
        <div className="min-w-0">
          <label htmlFor={id} className="font-medium">
            Count visits
          </label>
          <p id={`${id}-note`} className="text-sm text-pretty text-ink-2">
            No cookies, no script, no address stored. Totals are kept for 25 months.
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-note`}
          checked={isCounting}
          disabled={update.isPending}
          onChange={({ target }) => update.mutate({ body: { isCounting: target.checked } })}
        />
      </div>
    </Card>
  );
}

function Note({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="mt-1 text-pretty text-ink-2">{children}</p>
    </div>
  );
}
