import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { useState } from 'react';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { ShowAllToggle } from '../../components/list/show-all-toggle.tsx';
import { TruncatedText } from '../../components/text/truncated-text.tsx';
import { Table, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { withDetails } from './timeline-entry.ts';
import { TimelineRail } from './timeline-rail.tsx';

interface TimelineTableProps {
  readonly items: readonly CollectionItem<'timeline'>[];
}

export function TimelineTable({ items }: TimelineTableProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const isLong = items.length > 6;
  const groups = groupTimeline(items.map(withDetails));
  const firstFive = new Set(groups.flat().slice(0, 5));
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
        {groups.map((group) => (
          <Group
            key={group[0]?._id}
            group={group}
            shown={group.filter((entry) => !isLong || isExpanded || firstFive.has(entry))}
          />
        ))}
      </Table>
      {isLong && (
        <ShowAllToggle count={items.length} isExpanded={isExpanded} onChange={setIsExpanded} />
      )}
    </>
  );
}

interface GroupProps {
  readonly group: readonly TimelineEntry[];
  /** The entries that are not hidden behind Show all. */
  readonly shown: readonly TimelineEntry[];
}

/** The borders between groups; there are none between the roles of a group. */
const CELL = 'border-b-0! in-[tbody+tbody>tr:first-child]:border-t';

/** An entry, or the roles at an organization under its name. */
function Group({ group, shown }: GroupProps) {
  const { organization = '' } = group[0] ?? {};
  const isGroup = group.length > 1;
  if (shown.length === 0) return null;
  return (
    <tbody>
      {isGroup && (
        <tr>
          <th
            scope="rowgroup"
            colSpan={3}
            className={`border-line px-4 pt-2.5 text-left font-medium sm:px-[22px] ${CELL}`}
          >
            <TruncatedText text={organization} />
          </th>
        </tr>
      )}
      {shown.map(({ _id, title, timeline }, index) => (
        <TableRow key={_id}>
          <TableCell
            className={`relative ${isGroup ? 'py-2! pl-9! sm:pl-[42px]!' : 'font-medium'} ${CELL}`}
          >
            {isGroup && (
              <TimelineRail
                isLast={index === shown.length - 1}
                isCurrent={timeline.to === null}
                className="left-5 sm:left-[26px]"
              />
            )}
            <TruncatedText
              text={isGroup || organization === '' ? title : `${title}, ${organization}`}
            />
          </TableCell>
          <TableCell end className={`px-1! text-ink-2 tabular-nums ${CELL}`}>
            {timeline.from}
          </TableCell>
          <TableCell end className={`pl-1! text-ink-2 tabular-nums ${CELL}`}>
            {timeline.to || 'Present'}
          </TableCell>
        </TableRow>
      ))}
    </tbody>
  );
}
