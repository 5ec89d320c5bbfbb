import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { TimelineEntry } from './timeline-queries.ts';

export function ManageTimelineTable({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Table aria-label="Timeline">
      <TableHead>
        <TableHeading className="w-[30%]">Title</TableHeading>
        <TableHeading>Description</TableHeading>
        <TableHeading end className="w-20">
          From
        </TableHeading>
        <TableHeading end className="w-20">
          To
        </TableHeading>
        <TableHeading end className="w-20">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ entry }: { readonly entry: TimelineEntry }) {
  const { _id: id, title, description, timeline } = entry;
  const remove = useApiMutation(routes.timeline.remove, { reloads: ['timelines'] });
  return (
    <TableRow className="stacked:grid-cols-[1fr_auto_auto_auto] stacked:gap-x-1.5 stacked:gap-y-1 @max-[24rem]/table:grid-cols-[auto_1fr_auto]!">
      <TableCell className="font-medium @max-[24rem]/table:col-span-2">
        <TruncatedText text={title} className="stacked:line-clamp-none" />
      </TableCell>
      <TableCell className="text-ink-2 stacked:order-4 stacked:col-span-full">
        <TruncatedText text={description} className="stacked:line-clamp-none" />
      </TableCell>
      <TableCell end className="text-ink-2 tabular-nums @max-[24rem]/table:order-2">
        {timeline.from}
        <span className="hidden stacked:inline"> –</span>
      </TableCell>
      <TableCell
        end
        className="text-ink-2 tabular-nums stacked:text-left @max-[24rem]/table:order-2"
      >
        {timeline.to || '____'}
      </TableCell>
      <TableCell end className="stacked:pl-1.5! @max-[24rem]/table:order-1">
        <DeleteButton
          compact
          name={title}
          isPending={remove.isPending}
          onDelete={() => remove.mutate({ params: { id } })}
        />
      </TableCell>
    </TableRow>
  );
}
