import { WholeText } from '../../components/whole-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { TimelineEntry } from './timeline-queries.ts';

export function TimelineTable({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Table aria-label="Timeline">
      <TableHead>
        <TableHeading>Title</TableHeading>
        <TableHeading end className="w-24">
          From
        </TableHeading>
        <TableHeading end className="w-28">
          To
        </TableHeading>
      </TableHead>
      <TableBody>
        {entries.map(({ _id, title, timeline }) => (
          <TableRow key={_id} className="max-sm:grid-cols-[1fr_auto_4.5rem] max-sm:gap-x-1">
            <TableCell className="font-medium">
              <WholeText text={title} />
            </TableCell>
            <TableCell end className="text-ink-2 tabular-nums">
              {timeline.from}
              <span className="sm:hidden"> –</span>
            </TableCell>
            <TableCell end className="text-ink-2 tabular-nums">
              {timeline.to || 'Present'}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
