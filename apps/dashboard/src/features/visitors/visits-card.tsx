import { ChartColumn, Table2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { ColumnChart, roundStep } from './column-chart.tsx';
import { formatSpan, type Unit } from './format-span.ts';
import type { VisitSpan, VisitSummary } from './visit-queries.ts';

interface VisitsProps {
  readonly summary: VisitSummary;
  readonly unit: Unit;
}

export interface VisitsCardProps extends VisitsProps {
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

export function VisitsCard({ summary, unit, isTable, onTable }: VisitsCardProps) {
  const { spans, visits } = summary;
  const first = spans[0];
  return (
    <Card className="grid gap-4 p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-sans text-sm font-medium tracking-normal text-ink-2">
            Visits, {first && formatSpan(first.from, unit)} to today
          </h2>
          <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
            <p className="font-display text-numeral lining-nums">{visits.toLocaleString()}</p>
            <p className="text-sm text-pretty wrap-anywhere text-ink-2">{compare(summary, unit)}</p>
          </div>
        </div>
        <Button
          variant="ghost"
          size="sm"
          icon={isTable ? ChartColumn : Table2}
          className="-mx-2.5"
          onClick={() => onTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? (
        <VisitsTable spans={spans} unit={unit} />
      ) : (
        <VisitsChart summary={summary} unit={unit} />
      )}
    </Card>
  );
}

/** In words, with the highest day if one referrer explains it. */
function compare({ visits, visitsBefore, spans, peakReferrer }: VisitSummary, unit: Unit): string {
  const length = unit === 'day' ? `${spans.length} days` : `${spans.length} months`;
  const change = Math.round((visits / visitsBefore - 1) * 100);
  const changed =
    change === 0
      ? 'As many as in'
      : `${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} than in`;
  const text =
    visitsBefore === 0 || change > 100
      ? `${visitsBefore.toLocaleString()} in the ${length} before.`
      : `${changed} the ${length} before (${visitsBefore.toLocaleString()}).`;
  const { from, visits: count } = highest(spans);
  if (peakReferrer === null) return text;
  return `${text} ${count.toLocaleString()} on ${formatSpan(from, unit)}, mostly from ${peakReferrer}.`;
}

function highest(spans: readonly VisitSpan[]): { readonly from: string; readonly visits: number } {
  return spans.reduce((best, span) => (span.visits > best.visits ? span : best), {
    from: '',
    visits: 0,
  });
}

function VisitsChart({ summary: { spans, visits }, unit }: VisitsProps) {
  if (visits === 0)
    return <p className="py-9 text-center text-ink-2">No visits in this time yet.</p>;
  const peak = highest(spans);
  const step = roundStep(peak.visits);
  const labeled = spans.filter((_, index) => index % Math.ceil(spans.length / 4) === 0);
  const label = `Visits per ${unit}. The highest is ${peak.visits.toLocaleString()}, ${formatSpan(peak.from, unit)}. ${spans.at(-1)?.visits.toLocaleString()} so far ${unit === 'day' ? 'today' : 'this month'}. The table has every ${unit}.`;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2.5 text-xs text-ink-3 tabular-nums">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right">
        {[3, 2, 1, 0].map((factor) => (
          <span key={factor}>{(factor * step).toLocaleString()}</span>
        ))}
      </div>
      <div className="relative">
        <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
          {[3, 2, 1, 0].map((factor) => (
            <span key={factor} className="h-px bg-line" />
          ))}
        </div>
        <ColumnChart
          label={label}
          columns={spans.map(({ from, visits: count }) => ({
            name: formatSpan(from, unit),
            count,
          }))}
          top={3 * step}
          className="relative h-44 sm:h-52"
        />
      </div>
      <div aria-hidden="true" className="relative col-start-2 mt-2 flex h-4">
        {labeled.map(({ from }) => (
          <span
            key={from}
            className="absolute whitespace-nowrap max-sm:[&:nth-child(4)]:hidden"
            style={{
              left: `${(spans.findIndex((span) => span.from === from) / spans.length) * 100}%`,
            }}
          >
            {formatSpan(from, unit, 'short')}
          </span>
        ))}
        <span className="ml-auto bg-card pl-1">{unit === 'day' ? 'Today' : 'Now'}</span>
      </div>
    </div>
  );
}

const COLUMNS = [
  ['visits', 'Visits'],
  ['downloads', 'Resume'],
  ['messages', 'Messages'],
  ['bots', 'Bots'],
] as const;

function VisitsTable({
  spans,
  unit,
}: {
  readonly spans: readonly VisitSpan[];
  readonly unit: Unit;
}) {
  return (
    <div className="-mx-4 -mb-4 sm:-mx-[22px] sm:-mb-[22px]">
      <Table keepsColumns>
        <TableHead>
          <TableHeading className="max-sm:w-1/4">{unit === 'day' ? 'Day' : 'Month'}</TableHeading>
          {COLUMNS.map(([key, name]) => (
            <TableHeading key={key} end className="max-sm:px-1">
              {name}
            </TableHeading>
          ))}
        </TableHead>
        <TableBody>
          {spans.toReversed().map((span, index) => (
            <TableRow key={span.from}>
              <TableCell className="whitespace-nowrap">
                {index === 0 && unit === 'day' ? 'Today' : formatSpan(span.from, unit, 'short')}
              </TableCell>
              {COLUMNS.map(([key]) => (
                <TableCell key={key} end className="tabular-nums max-sm:px-1">
                  {span[key].toLocaleString()}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
