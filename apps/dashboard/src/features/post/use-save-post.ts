import { useMutation } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { ApiError, type ApiResponse, callApi, type RequestOf } from '../../api/call-api.ts';
import { checkFields } from '../../api/check-fields.ts';
import type { ApiMutation } from '../../api/query-client.ts';
import type { MutationMeta } from '../../api/query-types.ts';
import type { SaveWay } from '../../components/publishing/use-save-keys.ts';
import type { FullPost } from './post-queries.ts';

export type UpdateRoute = typeof routes.post.update;

/** Adding and updating have the same fields, so only names that both routes accept compile. */
export type PostRoute = typeof routes.post.add | UpdateRoute;

type SaveRequest = RequestOf<UpdateRoute>;
type Saved = ApiResponse<UpdateRoute>;

interface SaveOptions {
  readonly isPublished: boolean;
  readonly publishAt: () => string;
  readonly onDraftSaved: (post: FullPost) => void;
}

/** A call for each way to save the form. They add a post if the ID is empty. */
export function useSavePost(
  options: SaveOptions,
): Readonly<Record<SaveWay, ApiMutation<UpdateRoute>>> {
  const save = (request: SaveRequest) => send(request, routes.post.add, routes.post.update);
  // The editor shows a toast of its own when a post is published or scheduled.
  return {
    publish: useSave(save, { quiet: !options.isPublished }),
    draft: useSave((request) => send(request, routes.post.addDraft, routes.post.saveDraft)),
    schedule: useSave((request) => sendAndSchedule(request, options), { quiet: true }),
  };
}

function useSave(
  mutationFn: (request: SaveRequest) => Promise<Saved>,
  meta: MutationMeta = {},
): ApiMutation<UpdateRoute> {
  return useMutation<Saved, ApiError, SaveRequest>({
    mutationFn,
    // The editor shows a dialog if the post was changed elsewhere.
    meta: {
      ...meta,
      reloads: ['post'],
      errorText: ({ status, message }) => (status === 409 ? undefined : message),
    },
  });
}

async function send(
  { params, ...request }: SaveRequest,
  add: typeof routes.post.add | typeof routes.post.addDraft,
  update: UpdateRoute | typeof routes.post.saveDraft,
): Promise<Saved> {
  if (params.id === '') {
    await checkFields(add, request);
    return callApi<typeof add>(add, request);
  }
  await checkFields(update, { params, ...request });
  return callApi(update, { params, ...request });
}

async function sendAndSchedule(request: SaveRequest, options: SaveOptions): Promise<Saved> {
  const { post } = await send(request, routes.post.addDraft, routes.post.saveDraft);
  // If the next call fails, the draft is saved nevertheless.
  options.onDraftSaved(post);
  if (post.state === 'published' && !post.hasDraft)
    throw new ApiError('There are no changes to publish.');
  return callApi(routes.post.schedule, {
    params: { id: post._id },
    body: { publishAt: options.publishAt(), version: post.version },
  });
}
