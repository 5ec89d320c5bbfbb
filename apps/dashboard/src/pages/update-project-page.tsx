import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { DeleteButton, useDelete } from '../components/collection/delete-button.tsx';
import { useFormKey } from '../components/form/unsaved-changes.ts';
import { HistoryButton } from '../components/history/history-button.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ReturnToDashboard } from '../components/page/return-to-dashboard.tsx';
import { StateLine } from '../components/publishing/state-line.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { PlainProjectForm } from '../features/project/editor/plain-project-form.tsx';
import { ProjectEditor } from '../features/project/editor/project-editor.tsx';
import { ProjectSaved } from '../features/project/editor/project-saved.tsx';
import {
  type FullProject,
  projectAddress,
  projectQuery,
} from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSiteAddress } from './use-site-address.ts';

export function UpdateProjectPage() {
  const { id = '' } = useParams();
  const [reloads, setReloads] = useState(0);
  const formKey = useFormKey();
  const remove = useDelete('project');
  const query = useQuery({
    ...projectQuery(id),
    // The form must start from the latest version.
    refetchOnMount: 'always',
    // After a delete, do not reload the project: it would return 404.
    enabled: remove.isIdle || remove.isError,
  });
  const isFresh = query.isFetchedAfterMount;
  const can = useCan();
  const navigate = useNavigate();
  const { hasSite, publicUrl } = useSiteAddress() ?? { hasSite: false, publicUrl: '' };
  const { key: visit } = useLocation();
  const [saved, setSaved] = useState<{ readonly project: FullProject; readonly visit: string }>();
  const showForm = useCallback(() => setSaved(undefined), []);

  async function reload() {
    const { isSuccess } = await query.refetch();
    // If loading fails, keep the form with what was typed.
    if (isSuccess) setReloads((count) => count + 1);
  }

  if (remove.isSuccess) return <Navigate to={paths.manage('project')} replace />;
  if (saved?.visit === visit)
    return (
      <ProjectSaved
        project={saved.project}
        siteUrl={publicUrl}
        onAddAnother={() => void navigate(paths.add('project'))}
        onUndone={showForm}
      />
    );
  return (
    <div className={can.drafts ? '' : 'mx-auto max-w-[724px]'}>
      <PageHeading
        title="Update project"
        takesFocus={saved !== undefined}
        action={
          <div className="flex flex-wrap gap-2">
            {can.history && (
              <HistoryButton noun="project" id={id} title={query.data?.title ?? ''} />
            )}
            <ReturnToDashboard />
            <Button asChild variant="outline">
              <Link to={paths.manage('project')}>Manage Projects</Link>
            </Button>
          </div>
        }
      >
        {can.drafts && (
          <StateLine
            item={query.data}
            address={publicUrl && query.data ? projectAddress(publicUrl, query.data) : ''}
          />
        )}
      </PageHeading>
      <QueryResult
        query={isFresh ? query : { ...query, data: undefined, isFetched: false }}
        skeleton={<FormSkeleton />}
      >
        {(project) => (
          <>
            {can.drafts ? (
              <ProjectEditor
                key={`${id} ${reloads} ${formKey}`}
                project={project}
                hasSite={hasSite}
                onReload={() => void reload()}
                onFirstSave={(project) => setSaved({ project, visit })}
              />
            ) : (
              <PlainProjectForm key={`${id} ${reloads} ${formKey}`} project={project} />
            )}
            <div className="mt-6 border-t border-line pt-6">
              <DeleteButton
                label="Delete Project"
                noun="project"
                item={project}
                mutation={remove}
              />
            </div>
          </>
        )}
      </QueryResult>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-[18px]">
      {[...Array(6).keys()].map((index) => (
        <div key={index}>
          <Skeleton className="mb-2.5 h-3 w-28" />
          <Skeleton className="h-10" />
        </div>
      ))}
      <Skeleton className="h-56" />
    </div>
  );
}
