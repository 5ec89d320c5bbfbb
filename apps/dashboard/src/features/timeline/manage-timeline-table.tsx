import type { TimelineEntry } from '@vitrine/contract/timeline';
import { useCan } from '../../api/capabilities.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { TruncatedText } from '../../components/text/truncated-text.tsx';
import { Table, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { dateText } from './timeline-date.ts';
import { KINDS, KindIcon } from './timeline-kind.tsx';
import { TimelineRail } from './timeline-rail.tsx';

interface ManageTimelineTableProps {
  readonly groups: readonly TimelineGroup[];
  /** The ID of the entry that is being edited. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

export interface TimelineGroup {
  /** How many roles it has, also those that a filter hides. */
  readonly size: number;
  readonly entries: readonly TimelineEntry[];
}

export function ManageTimelineTable({ groups, openId, onOpen }: ManageTimelineTableProps) {
  return (
    <Table aria-label="Timeline">
      <TableHead>
        <TableHeading className="w-[37%]">Title</TableHeading>
        <TableHeading>Description</TableHeading>
        <TableHeading end className="w-24 px-1!">
          From
        </TableHeading>
        <TableHeading end className="w-25">
          To
        </TableHeading>
        <TableHeading end className="w-20">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableHead>
      {groups.map(({ size, entries }) => (
        <tbody
          key={entries[0]?._id}
          className="border-line stacked:block [tbody+&]:stacked:border-t"
        >
          {size > 1 && <GroupHeading size={size} entry={entries[0]} />}
          {entries.map((entry, index) => (
            <Row
              key={entry._id}
              entry={entry}
              rail={size > 1 ? { isLast: index === entries.length - 1 } : undefined}
              isOpen={entry._id === openId}
              onOpen={() => onOpen(entry._id)}
            />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

/** The borders between groups; there are none between the roles of a group. */
const CELL = 'border-b-0! in-[tbody+tbody>tr:first-child]:border-t stacked:border-t-0!';

interface GroupHeadingProps {
  readonly size: number;
  readonly entry: TimelineEntry | undefined;
}

function GroupHeading({ size, entry }: GroupHeadingProps) {
  if (!entry) return null;
  const { kind, organization, location } = entry;
  const details = [KINDS[kind].name, location, `${size} roles`].filter((part) => part !== '');
  return (
    <tr className="border-line stacked:block stacked:px-4 stacked:pt-3">
      <th
        scope="rowgroup"
        colSpan={5}
        className={`border-line px-3.5 pt-[11px] pb-0.5 pl-4 text-left font-normal sm:pl-[22px] stacked:block stacked:p-0! ${CELL}`}
      >
        <div className="flex items-center gap-3">
          <KindIcon kind={kind} />
          <span className="min-w-0 wrap-anywhere">
            <span className="mr-2 font-medium">{organization}</span>{' '}
            <span className="text-xs text-ink-3">{details.join(' · ')}</span>
          </span>
        </div>
      </th>
    </tr>
  );
}

interface RowProps {
  readonly entry: TimelineEntry;
  /** For a role of a group. */
  readonly rail: { readonly isLast: boolean } | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ entry, rail, isOpen, onOpen }: RowProps) {
  const { description, timeline } = entry;
  const { details: canEdit } = useCan();
  return (
    <TableRow
      // The title is the button. Its clicks, and those elsewhere in the row, end up here.
      {...(canEdit && { onClick: onOpen })}
      className={`stacked:relative stacked:grid-cols-[auto_1fr_auto] stacked:gap-x-1.5 stacked:gap-y-0.5 stacked:border-b-0! ${canEdit ? 'group/row cursor-pointer' : ''} ${isOpen ? 'bg-accent-soft! shadow-[inset_3px_0_var(--accent)]' : ''}`}
    >
      <TableCell className={`relative stacked:static stacked:col-span-2 ${CELL}`}>
        {rail && (
          <TimelineRail
            {...rail}
            isCurrent={timeline.to === null}
            className="left-[30px] sm:left-[36px] stacked:left-[30px]"
          />
        )}
        <TitleCell entry={entry} isRole={rail !== undefined} isOpen={isOpen} />
      </TableCell>
      <TableCell
        className={`text-ink-2 stacked:col-span-2 stacked:col-start-1 stacked:row-start-3 ${canEdit ? 'stacked:pl-10!' : ''} ${CELL}`}
      >
        <TruncatedText text={description} />
      </TableCell>
      <TableCell
        end
        className={`px-1! text-ink-2 tabular-nums whitespace-nowrap stacked:row-start-2 ${canEdit ? 'stacked:pl-10!' : ''} ${CELL}`}
      >
        {dateText(timeline.from, timeline.fromMonth)}
        <span className="hidden stacked:inline"> –</span>
      </TableCell>
      <TableCell
        end
        className={`text-ink-2 tabular-nums whitespace-nowrap stacked:row-start-2 stacked:text-left ${CELL}`}
      >
        {timeline.to ? dateText(timeline.to, timeline.toMonth) : '____'}
      </TableCell>
      <TableCell
        end
        className={`stacked:col-start-3 stacked:row-span-3 stacked:row-start-1 stacked:pl-1.5! ${CELL}`}
        onClick={(event) => event.stopPropagation()}
      >
        <DeleteButton compact noun="timeline" item={entry} />
      </TableCell>
    </TableRow>
  );
}

interface TitleCellProps {
  readonly entry: TimelineEntry;
  readonly isRole: boolean;
  readonly isOpen: boolean;
}

function TitleCell({ entry, isRole, isOpen }: TitleCellProps) {
  const { _id: id, title, kind, organization } = entry;
  if (!useCan().details)
    return <TruncatedText text={title} className="font-medium stacked:line-clamp-none" />;
  return (
    <div className="flex items-center gap-3">
      {isRole ? <span className="w-7 shrink-0" /> : <KindIcon kind={kind} />}
      <div className="min-w-0">
        <button
          type="button"
          id={titleId(id)}
          aria-label={`Edit ${title}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className="-my-0.5 block max-w-full py-0.5 text-left font-medium underline-offset-3 group-hover/row:underline"
        >
          <TruncatedText text={title} />
        </button>
        {!isRole && (
          <TruncatedText
            text={[KINDS[kind].name, organization].filter((part) => part !== '').join(' · ')}
            className="line-clamp-1! text-xs text-ink-3"
          />
        )}
      </div>
    </div>
  );
}

/** The ID of the button that opens an entry. */
export function titleId(id: string): string {
  return `timeline-${id}`;
}
