import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { ManageSoftwareApplicationsTable } from '../features/software-application/manage-software-applications-table.tsx';
import { softwareApplicationsQuery } from '../features/software-application/software-application-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { useHistoryMenu } from './use-history-menu.tsx';

const ADD = [paths.view('add-application'), 'Add Application'] as const;

export function ManageApplicationsPage() {
  const query = useQuery(softwareApplicationsQuery);
  const { historyItem, history } = useHistoryMenu('software-application');
  return (
    <>
      <PageHeading
        title="Manage Your Applications"
        action={<ManageActions query={query} add={ADD} />}
      />
      <QueryResult query={query}>
        {(applications) =>
          applications.length === 0 ? (
            <Card>
              <EmptyState text="You have not added any software application." next={ADD} />
            </Card>
          ) : (
            <ManageSoftwareApplicationsTable
              applications={applications}
              menuItems={({ _id: id, name: title }) => historyItem({ id, title })}
            />
          )
        }
      </QueryResult>
      {history}
    </>
  );
}
