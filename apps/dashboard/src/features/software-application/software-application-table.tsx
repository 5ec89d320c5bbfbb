import { routes } from '@vitrine/contract/routes';
import { useCall } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Picture } from '../../components/picture.tsx';
import { WholeText } from '../../components/whole-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import type { SoftwareApplication } from './software-application-queries.ts';

interface SoftwareApplicationTableProps {
  readonly applications: readonly SoftwareApplication[];
}

export function SoftwareApplicationTable({ applications }: SoftwareApplicationTableProps) {
  return (
    <Table aria-label="Software Applications">
      <TableHead>
        <TableHeading>Name</TableHeading>
        <TableHeading className="w-20">Icon</TableHeading>
        <TableHeading end className="w-36">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableHead>
      <TableBody>
        {applications.map((application) => (
          <Row key={application._id} application={application} />
        ))}
      </TableBody>
    </Table>
  );
}

/** Deleting is a row's own business: no other row waits for it. */
function Row({ application }: { readonly application: SoftwareApplication }) {
  const { _id: id, name, svg } = application;
  const remove = useCall(routes.softwareApplication.remove, { reloads: ['software-applications'] });
  return (
    <TableRow className="max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-3">
      <TableCell className="font-medium max-sm:order-2">
        <WholeText text={name} />
      </TableCell>
      <TableCell className="max-sm:order-1">
        <Picture
          image={svg}
          alt=""
          sizes="24px"
          className="size-6 bg-transparent! object-contain!"
        />
      </TableCell>
      <TableCell end className="max-sm:order-3">
        <DeleteButton
          name={name}
          isPending={remove.isPending}
          onDelete={() => remove.mutate({ params: { id } })}
        />
      </TableCell>
    </TableRow>
  );
}
