import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ReturnToDashboard } from '../components/page/return-to-dashboard.tsx';
import { StateBadge } from '../components/publishing/state-badge.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { projectQuery } from '../features/project/project-queries.ts';
import { ProjectDetails } from '../features/project/view/project-details.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { CardSkeleton, Skeleton } from '../ui/skeleton.tsx';

export function ViewProjectPage() {
  const { id = '' } = useParams();
  const query = useQuery(projectQuery(id));
  // Render the heading together with its title, so that it takes the focus once and nothing moves.
  if (!query.isFetched) return <ProjectSkeleton />;
  return (
    <div className="mx-auto max-w-[896px]">
      <PageHeading
        title={query.data?.title ?? 'Project'}
        action={
          <div className="flex flex-wrap gap-2">
            {query.data && (
              <Button asChild variant="outline">
                <Link to={paths.updateProject(id)}>Update</Link>
              </Button>
            )}
            <ReturnToDashboard />
          </div>
        }
      >
        {query.data?.state && <StateBadge item={query.data} showsPublished />}
      </PageHeading>
      <QueryResult query={query}>{(project) => <ProjectDetails project={project} />}</QueryResult>
    </div>
  );
}

function ProjectSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-[896px]">
      <Skeleton className="mb-7 h-10 w-64 max-w-full" />
      <Skeleton className="mb-4 aspect-video w-full rounded-lg" />
      <CardSkeleton rows={6} />
    </div>
  );
}
