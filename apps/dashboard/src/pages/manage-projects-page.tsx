import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ReturnToDashboard } from '../components/return-to-dashboard.tsx';
import { ManageProjectsTable } from '../features/project/manage-projects-table.tsx';
import { projectsQuery } from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

export function ManageProjectsPage() {
  const query = useQuery(projectsQuery);
  return (
    <>
      <PageHeading title="Manage Your Projects" action={<ReturnToDashboard />} />
      <Loaded query={query}>
        {(projects) => (
          <Card>
            {projects.length === 0 ? (
              <EmptyState
                text="You have not added any project."
                next={[paths.view('add-project'), 'Add Project']}
              />
            ) : (
              <ManageProjectsTable projects={projects} />
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}
