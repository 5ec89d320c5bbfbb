import { routes } from '@vitrine/contract/routes';
import { useCall } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { WholeText } from '../../components/whole-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { TimelineEntry } from './timeline-queries.ts';

export function ManageTimelineTable({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Table aria-label="Timeline">
      <TableHead>
        <TableHeading className="w-[30%]">Title</TableHeading>
        <TableHeading>Description</TableHeading>
        <TableHeading end className="w-24">
          From
        </TableHeading>
        <TableHeading end className="w-24">
          To
        </TableHeading>
        <TableHeading end className="w-24">
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
  const remove = useCall(routes.timeline.remove, { reloads: ['timelines'] });
  return (
    <TableRow className="max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-1.5 max-sm:gap-y-1">
      <TableCell className="font-medium max-sm:col-span-2">
        <WholeText text={title} />
      </TableCell>
      <TableCell className="text-ink-2 max-sm:order-4 max-sm:col-span-3">
        <WholeText text={description} />
      </TableCell>
      <TableCell end className="text-ink-2 tabular-nums max-sm:order-2">
        {timeline.from}
        <span className="sm:hidden"> –</span>
      </TableCell>
      <TableCell end className="text-ink-2 tabular-nums max-sm:order-3 max-sm:text-left">
        {timeline.to || '____'}
      </TableCell>
      <TableCell end className="max-sm:order-1">
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
