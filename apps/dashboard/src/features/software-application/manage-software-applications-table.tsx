import { useCan } from '../../api/capabilities.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { Icon } from '../../components/image/icon.tsx';
import { ManagedTable } from '../../components/list/managed-list.tsx';
import {
  EditButton,
  ROW_STATES,
  RowControls,
  rowAttributes,
} from '../../components/list/managed-row.tsx';
import { RowMenu } from '../../components/list/row-menu.tsx';
import { type ManagedListState, useManagedList } from '../../components/list/use-managed-list.ts';
import { ExternalLink, isWebUrl } from '../../components/text/external-link.tsx';
import { TruncatedText } from '../../components/text/truncated-text.tsx';
import { TableCell, TableHeading, TableRow } from '../../ui/table.tsx';
import { SoftwareApplicationForm } from './software-application-form.tsx';

type SoftwareApplication = CollectionItem<'software-application'>;

interface ManageSoftwareApplicationsTableProps {
  readonly items: readonly SoftwareApplication[];
}

export function ManageSoftwareApplicationsTable(props: ManageSoftwareApplicationsTableProps) {
  const { items: applications } = props;
  const state = useManagedList({
    items: applications,
    noun: 'software-application',
    textsOf: ({ name, link }) => [name, link],
  });
  const { order: isManaged } = useCan();
  return (
    <ManagedTable
      state={state}
      label="Software Applications"
      headings={
        <>
          <TableHeading className="w-16">Icon</TableHeading>
          <TableHeading>Name</TableHeading>
          {isManaged && <TableHeading>Link</TableHeading>}
          <TableHeading end className="w-44">
            Actions
          </TableHeading>
        </>
      }
      renderRow={(application, managed) => (
        <Row key={application._id} application={application} state={managed} />
      )}
      pictureOf={({ svg, name }) => <Icon image={svg} title={name} className="size-8 shrink-0" />}
      formOf={(application, close) => (
        <SoftwareApplicationForm application={application} onDone={close} />
      )}
    />
  );
}

interface RowProps {
  readonly application: SoftwareApplication;
  readonly state: ManagedListState<SoftwareApplication> | undefined;
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
        <Icon image={svg} title={name} className="size-6" />
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

function Actions({ application, state }: RowProps) {
  return (
    <div className="flex justify-end gap-1.5 stacked:gap-0.5">
      {state && <EditButton state={state} item={application} />}
      <DeleteButton compact noun="software-application" item={application} />
      {state && <RowMenu state={state} item={application} />}
    </div>
  );
}
