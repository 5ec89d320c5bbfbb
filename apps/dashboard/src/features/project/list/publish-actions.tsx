import { useMutation } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { EyeOff, Globe } from 'lucide-react';
import { ApiError, callApi } from '../../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../../api/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import type { Project } from '../project-queries.ts';

/** The menu items that publish a project or its changes, and that hide it from visitors. */
export function PublishItem({ project }: { readonly project: Project }) {
  const publish = useApiMutation(routes.project.publish, { reloads: ['project'] });
  const unpublish = useApiMutation(routes.project.unpublish, { reloads: ['project'] });
  const params = { id: project._id };
  return (
    <>
      {isWaiting(project) && (
        <MenuItem onSelect={() => publish.mutate({ params, body: {} })}>
          <Globe aria-hidden="true" /> Publish
        </MenuItem>
      )}
      {project.state === 'published' && (
        <MenuItem onSelect={() => unpublish.mutate({ params })}>
          <EyeOff aria-hidden="true" /> Unpublish
        </MenuItem>
      )}
    </>
  );
}

interface PublishSelectedProps {
  readonly projects: readonly Project[];
  readonly onDone: () => void;
}

/** Publishes those of the selected projects that wait for it. */
export function PublishSelected({ projects, onDone }: PublishSelectedProps) {
  const publish = useMutation<{ message: string }, ApiError, readonly Project[]>({
    mutationFn: publishAll,
    meta: { reloads: ['project'] },
  });
  const waiting = projects.filter(isWaiting);
  if (waiting.length === 0) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      icon={Globe}
      isPending={publish.isPending}
      onClick={() => publish.mutate(waiting, { onSuccess: onDone })}
    >
      {publish.isPending ? 'Publishing' : 'Publish'}
    </Button>
  );
}

async function publishAll(projects: readonly Project[]): Promise<{ message: string }> {
  const incomplete: string[] = [];
  for (const { _id: id, title } of projects) {
    try {
      await callApi(routes.project.publish, { params: { id }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      incomplete.push(title);
    }
  }
  const published = projects.length - incomplete.length;
  const message = published === 1 ? '1 project published.' : `${published} projects published.`;
  if (incomplete.length === 0) return { message };
  void queryClient.invalidateQueries({ queryKey: ['project'] });
  throw new ApiError(`${message} Complete these first: ${incomplete.join(', ')}.`);
}

function isWaiting({ state, hasDraft }: Project): boolean {
  return state === 'draft' || hasDraft === true;
}
