import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { ManageProjectsTable } from '../features/project/manage-projects-table.tsx';
import { projectsQuery } from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { useHistoryMenu } from './use-history-menu.tsx';

const ADD = [paths.view('add-project'), 'Add Project'] as const;

export function ManageProjectsPage() {
  const query = useQuery(projectsQuery);
  const { historyItem, history } = useHistoryMenu('project');
  return (
    <>
      <PageHeading
        title="Manage Your Projects"
        action={<ManageActions query={query} add={ADD} />}
      />
      <QueryResult query={query}>
        {(projects) =>
          projects.length === 0 ? (
            <Card>
              <EmptyState text="You have not added any project." next={ADD} />
            </Card>
          ) : (
            <ManageProjectsTable
              projects={projects}
              menuItems={({ _id: id, title }) => historyItem({ id, title })}
            />
          )
        }
      </QueryResult>
      {history}
    </>
  );
}
