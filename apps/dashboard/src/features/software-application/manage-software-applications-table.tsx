import { routes } from '@vitrine/contract/routes';
import { Pen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { EditSheet } from '../../components/edit-sheet.tsx';
import { ExternalLink, isWebUrl } from '../../components/external-link.tsx';
import { Icon } from '../../components/icon.tsx';
import {
  ManagedList,
  ROW_STATES,
  RowControls,
  rowAttributes,
} from '../../components/managed-list.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { type ManagedListState, useManagedList } from '../../components/use-managed-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { SoftwareApplicationForm } from './software-application-form.tsx';
import {
  type SoftwareApplication,
  softwareApplicationOrder,
} from './software-application-queries.ts';

interface ManageSoftwareApplicationsTableProps {
  readonly applications: readonly SoftwareApplication[];
  /** More items for the menu of an application. */
  readonly menuItems?: ((application: SoftwareApplication) => ReactNode) | undefined;
}

export function ManageSoftwareApplicationsTable(props: ManageSoftwareApplicationsTableProps) {
  const { applications, menuItems } = props;
  const [edited, setEdited] = useState<SoftwareApplication>();
  const state = useManagedList({
    items: applications,
    noun: 'software-application',
    nameOf: ({ name }) => name,
    textOf: ({ name, link }) => [name, link].join(' '),
    order: softwareApplicationOrder,
  });
  const { order: isManaged } = useCan();
  const table = (
    <Card>
      <Table aria-label="Software Applications">
        <TableHead>
          {isManaged && (
            <TableHeading className="w-21 pr-0!">
              <span className="sr-only">Order and selection</span>
            </TableHeading>
          )}
          <TableHeading className="w-16">Icon</TableHeading>
          <TableHeading>Name</TableHeading>
          {isManaged && <TableHeading>Link</TableHeading>}
          <TableHeading end className="w-44">
            Actions
          </TableHeading>
        </TableHead>
        <TableBody>
          {state.shown.map((application) => (
            <Row
              key={application._id}
              application={application}
              state={isManaged ? state : undefined}
              onEdit={setEdited}
            >
              {menuItems?.(application)}
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
  if (!isManaged) return table;
  return (
    <ManagedList
      state={state}
      names={['application', 'applications']}
      pictureOf={({ svg }) => <Icon image={svg} className="size-8 shrink-0" />}
    >
      {table}
      {edited && (
        <EditSheet title={`Edit ${edited.name}`} onClose={() => setEdited(undefined)}>
          <SoftwareApplicationForm application={edited} onDone={() => setEdited(undefined)} />
        </EditSheet>
      )}
    </ManagedList>
  );
}

interface RowProps {
  readonly application: SoftwareApplication;
  readonly state: ManagedListState<SoftwareApplication> | undefined;
  readonly onEdit: (application: SoftwareApplication) => void;
  /** More items for its menu. */
  readonly children: ReactNode;
}

function Row(props: RowProps) {
  const { application, state } = props;
  const { name, link = '', svg } = application;
  return (
    <TableRow
      {...(state && rowAttributes(state, application))}
      className={`${ROW_STATES} stacked:gap-x-3 ${state ? 'stacked:grid-cols-[auto_auto_1fr_auto] stacked:pr-2! stacked:pl-2!' : 'stacked:grid-cols-[auto_1fr_auto]'}`}
    >
      {state && (
        <TableCell className="pr-0! pl-2.5! stacked:row-span-2">
          <div className="flex items-center gap-2.5">
            <RowControls state={state} item={application} />
          </div>
        </TableCell>
      )}
      <TableCell className="stacked:row-span-2">
        <Icon image={svg} className="size-6" />
      </TableCell>
      <TableCell className={`font-medium ${link ? '' : 'stacked:row-span-2'}`}>
        <TruncatedText text={name} />
      </TableCell>
      {state && (
        <TableCell
          className={`text-ink-2 stacked:col-start-3 stacked:row-start-2 ${link ? '' : 'stacked:hidden'}`}
        >
          {isWebUrl(link) && (
            <ExternalLink
              href={link}
              className="block truncate py-1 text-sm text-accent hover:underline"
            >
              {link.replace(/^https?:\/\//i, '')}
            </ExternalLink>
          )}
        </TableCell>
      )}
      <TableCell end className="stacked:row-span-2 stacked:row-start-1 stacked:-col-end-1">
        <Actions {...props} />
      </TableCell>
    </TableRow>
  );
}

function Actions({ application, state, onEdit, children }: RowProps) {
  const { _id: id, name } = application;
  const remove = useApiMutation(routes.softwareApplication.remove, {
    reloads: ['software-application'],
  });
  return (
    <div className="flex justify-end gap-1.5 stacked:gap-0.5">
      {state && (
        <Tooltip text="Edit">
          <Button
            variant="outline"
            size="icon"
            className="rounded-full!"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(application)}
          >
            <Pen aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      <DeleteButton
        compact
        name={name}
        isPending={remove.isPending}
        onDelete={() => remove.mutate({ params: { id } })}
      />
      {state && (
        <RowMenu state={state} item={application}>
          {children}
        </RowMenu>
      )}
    </div>
  );
}
