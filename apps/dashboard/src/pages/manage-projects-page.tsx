import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { ManageProjectsTable } from '../features/project/manage-projects-table.tsx';
import { projectsQuery } from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

const ADD = [paths.view('add-project'), 'Add Project'] as const;

export function ManageProjectsPage() {
  const query = useQuery(projectsQuery);
  return (
    <>
      <PageHeading
        title="Manage Your Projects"
        action={<ManageActions query={query} add={ADD} />}
      />
      <QueryResult query={query}>
        {(projects) => (
          <Card>
            {projects.length === 0 ? (
              <EmptyState text="You have not added any project." next={ADD} />
            ) : (
              <ManageProjectsTable projects={projects} />
            )}
          </Card>
        )}
      </QueryResult>
    </>
  );
}
