import { useMutation } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { ApiError, type ApiResponse, callApi, type RequestOf } from '../../../api/call-api.ts';
import { checkFields } from '../../../api/check-fields.ts';
import type { ApiMutation } from '../../../api/query-client.ts';
import type { SaveWay } from '../../../components/publishing/use-save-keys.ts';
import type { FullProject } from '../project-queries.ts';

export type UpdateRoute = typeof routes.project.update;

/** Adding and updating have the same fields, so only names that both routes accept compile. */
export type ProjectRoute = typeof routes.project.add | UpdateRoute;

type SaveRequest = RequestOf<UpdateRoute>;
type Saved = ApiResponse<UpdateRoute>;

interface SaveOptions {
  /** When to publish the draft that Schedule saves. */
  readonly publishAt: () => string;
  readonly onDraftSaved: (project: FullProject) => void;
}

/** A call for each way. They add a project if the ID is empty. */
export function useSaveProject(
  options: SaveOptions,
): Readonly<Record<SaveWay, ApiMutation<UpdateRoute>>> {
  return {
    publish: useSave((request) => save(request, routes.project.add, routes.project.update)),
    draft: useSave((request) => save(request, routes.project.addDraft, routes.project.saveDraft)),
    schedule: useSave((request) => saveAndSchedule(request, options)),
  };
}

function useSave(mutationFn: (request: SaveRequest) => Promise<Saved>): ApiMutation<UpdateRoute> {
  return useMutation<Saved, ApiError, SaveRequest>({
    mutationFn,
    // The editor shows a dialog if the project was changed elsewhere.
    meta: {
      reloads: ['project'],
      errorText: ({ status, message }) => (status === 409 ? undefined : message),
    },
  });
}

async function save(
  { params, ...request }: SaveRequest,
  add: typeof routes.project.add | typeof routes.project.addDraft,
  update: UpdateRoute | typeof routes.project.saveDraft,
): Promise<Saved> {
  if (params.id === '') {
    await checkFields(add, request);
    return callApi<typeof add>(add, request);
  }
  await checkFields(update, { params, ...request });
  return callApi(update, { params, ...request });
}

async function saveAndSchedule(request: SaveRequest, options: SaveOptions): Promise<Saved> {
  const { project } = await save(request, routes.project.addDraft, routes.project.saveDraft);
  // If the next call fails, the draft is saved nevertheless.
  options.onDraftSaved(project);
  if (project.state === 'published' && !project.hasDraft)
    throw new ApiError('There are no changes to publish.');
  return callApi(routes.project.schedule, {
    params: { id: project._id },
    body: {
      publishAt: options.publishAt(),
      ...(project.version !== undefined && { version: project.version }),
    },
  });
}
