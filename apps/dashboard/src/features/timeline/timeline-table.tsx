import { useState } from 'react';
import { ShowAllToggle } from '../../components/show-all-toggle.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { TimelineEntry } from './timeline-queries.ts';

export function TimelineTable({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const isLong = entries.length > 6;
  return (
    <>
      <Table keepsColumns aria-label="Timeline">
        <TableHead>
          <TableHeading>Title</TableHeading>
          <TableHeading end className="w-14 px-1! @md:w-21">
            From
          </TableHeading>
          <TableHeading end className="w-19 @md:w-24">
            To
          </TableHeading>
        </TableHead>
        <TableBody>
          {(isLong && !isExpanded ? entries.slice(0, 5) : entries).map(
            ({ _id, title, timeline }) => (
              <TableRow key={_id}>
                <TableCell className="font-medium">
                  <TruncatedText text={title} />
                </TableCell>
                <TableCell end className="px-1! text-ink-2 tabular-nums">
                  {timeline.from}
                </TableCell>
                <TableCell end className="pl-1! text-ink-2 tabular-nums">
                  {timeline.to || 'Present'}
                </TableCell>
              </TableRow>
            ),
          )}
        </TableBody>
      </Table>
      {isLong && (
        <ShowAllToggle count={entries.length} isExpanded={isExpanded} onChange={setIsExpanded} />
      )}
    </>
  );
}
