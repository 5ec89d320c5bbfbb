import { useState } from 'react';
import { ShowAllToggle } from '../../components/list/show-all-toggle.tsx';
import { formatMoment } from '../../components/text/day.ts';
import { TruncatedText } from '../../components/text/truncated-text.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { Destination, Run } from './copy-queries.ts';
import { addressOf, CAUSES, countChanges, countOf } from './describe-copy.ts';

const FEW = 8;

/** The updates of all destinations, newest first. */
export function RecentUpdates({ destinations }: { readonly destinations: readonly Destination[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const runs = destinations
    .flatMap((destination) => destination.runs.map((run) => ({ run, destination })))
    .sort((one, other) => Date.parse(other.run.startedAt) - Date.parse(one.run.startedAt));
  if (runs.length === 0) return null;
  return (
    <Card aria-label="Recent updates">
      <CardHead title="Recent updates" />
      <Table>
        <TableHead>
          <TableHeading className="w-44 max-lg:w-38">When</TableHeading>
          <TableHeading>Destination</TableHeading>
          <TableHeading className="w-52 max-lg:hidden">Why</TableHeading>
          <TableHeading end className="w-32">
            Files changed
          </TableHeading>
          <TableHeading className="w-40">Result</TableHeading>
        </TableHead>
        <TableBody>
          {(isExpanded ? runs : runs.slice(0, FEW)).map(({ run, destination }) => (
            <UpdateRow key={run._id} run={run} destination={destination} />
          ))}
        </TableBody>
      </Table>
      {runs.length > FEW && (
        <ShowAllToggle count={runs.length} isExpanded={isExpanded} onChange={setIsExpanded} />
      )}
    </Card>
  );
}

interface UpdateRowProps {
  readonly run: Run;
  readonly destination: Destination;
}

function UpdateRow({ run, destination }: UpdateRowProps) {
  const { startedAt, cause, failure } = run;
  const changes = countChanges(run);
  const when = formatMoment(startedAt);
  return (
    <TableRow className="stacked:grid-cols-[minmax(0,1fr)_auto] stacked:gap-x-3 stacked:gap-y-0.5">
      <TableCell className="tabular-nums">
        {when.slice(0, 1).toUpperCase() + when.slice(1)}
      </TableCell>
      <TableCell className="stacked:col-span-2 stacked:row-start-2">
        <TruncatedText text={addressOf(destination)} />
        <p className="text-xs text-ink-2 lg:hidden stacked:hidden">{CAUSES[cause]}</p>
        {failure !== null && (
          <p className="line-clamp-3 text-xs wrap-anywhere text-ink-2">{failure}</p>
        )}
      </TableCell>
      <TableCell className="text-ink-2 max-lg:hidden stacked:row-start-3 stacked:block!">
        {CAUSES[cause]}
      </TableCell>
      <TableCell end className="text-ink-2 tabular-nums stacked:row-start-3">
        <span className="stacked:hidden">{changes.toLocaleString()}</span>
        <span className="hidden stacked:inline">{countOf(changes, 'file')}</span>
      </TableCell>
      <TableCell
        className={`stacked:col-start-2 stacked:row-start-1 stacked:text-right ${failure === null ? (changes === 0 ? 'text-ink-2' : '') : 'text-danger'}`}
      >
        {failure === null ? (changes === 0 ? 'Nothing to update' : 'Updated') : 'Not updated'}
      </TableCell>
    </TableRow>
  );
}
