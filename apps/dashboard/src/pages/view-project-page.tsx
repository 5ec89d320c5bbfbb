import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Loaded } from '../components/loaded.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ReturnToDashboard } from '../components/return-to-dashboard.tsx';
import { ProjectDetails } from '../features/project/project-details.tsx';
import { projectQuery } from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

export function ViewProjectPage() {
  const { id = '' } = useParams();
  const query = useQuery(projectQuery(id));
  const title = query.data?.title ?? 'Project';
  return (
    <div className="mx-auto max-w-[896px]">
      <PageHeading
        // Drawn anew once the title is known: what stood beside the old one does not move.
        key={title}
        title={title}
        action={
          <div className="flex flex-wrap gap-2">
            {query.data && (
              <Button asChild variant="outline">
                <Link to={paths.updateProject(id)}>Edit</Link>
              </Button>
            )}
            <ReturnToDashboard />
          </div>
        }
      />
      <Loaded query={query}>{(project) => <ProjectDetails project={project} />}</Loaded>
    </div>
  );
}
