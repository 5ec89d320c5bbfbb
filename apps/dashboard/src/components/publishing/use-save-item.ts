import { useMutation } from '@tanstack/react-query';
import type { PublishedName } from '@vitrine/contract/collections';
import type { Route } from '@vitrine/contract/routes';
import { type AnyRequest, ApiError, type ApiResponse, callApi } from '../../api/call-api.ts';
import { checkFields } from '../../api/check-fields.ts';
import type { ApiMutation } from '../../api/query-client.ts';
import type { MutationMeta } from '../../api/query-types.ts';
import type { StoredItem } from '../conflict/snapshot.ts';
import type { SaveWay } from './use-save-keys.ts';

/** How the item of a form is saved. */
export interface SavedForm<Update extends Route, Item extends StoredItem = StoredItem> {
  readonly noun: PublishedName;
  readonly calls: {
    readonly add: Route;
    readonly update: Update;
    readonly addDraft: Route;
    readonly saveDraft: Route;
    readonly schedule: Route;
  };
  readonly itemOf: (response: ApiResponse<Update>) => Item;
}

interface SaveOptions<Item> {
  /** When to publish the draft that Schedule saves. */
  readonly publishAt: () => string;
  readonly onDraft: (item: Item) => void;
  /** The ways after which the editor shows a toast of its own. */
  readonly quiet?: readonly SaveWay[];
}

/** A call for each way to save the form of an item. They add an item if the ID is empty. */
export function useSaveItem<Update extends Route, Item extends StoredItem>(
  form: SavedForm<Update, Item>,
  options: SaveOptions<Item>,
): Readonly<Record<SaveWay, ApiMutation<Update>>>;
export function useSaveItem(form: SavedForm<Route>, options: SaveOptions<StoredItem>) {
  const { noun, calls } = form;
  const metaOf = (way: SaveWay): MutationMeta => ({
    quiet: options.quiet?.includes(way) ?? false,
    reloads: [noun],
    // The editor shows a dialog if the item was changed elsewhere.
    errorText: ({ status, message }) => (status === 409 ? undefined : message),
  });
  return {
    publish: useSave((request) => send(request, calls.add, calls.update), metaOf('publish')),
    draft: useSave((request) => send(request, calls.addDraft, calls.saveDraft), metaOf('draft')),
    schedule: useSave((request) => sendAndSchedule(request, form, options), metaOf('schedule')),
  };
}

function useSave(
  mutationFn: (request: AnyRequest) => Promise<ApiResponse<Route>>,
  meta: MutationMeta,
) {
  return useMutation<ApiResponse<Route>, ApiError, AnyRequest>({ mutationFn, meta });
}

async function send({ params, ...request }: AnyRequest, add: Route, update: Route) {
  const isNew = params?.['id'] === '';
  const whole = isNew ? request : { ...request, ...(params && { params }) };
  const route = isNew ? add : update;
  await checkFields(route, whole);
  return callApi(route, whole);
}

async function sendAndSchedule(
  request: AnyRequest,
  { calls, itemOf }: SavedForm<Route>,
  { publishAt, onDraft }: SaveOptions<StoredItem>,
) {
  const item = itemOf(await send(request, calls.addDraft, calls.saveDraft));
  // If the next call fails, the draft is saved nevertheless.
  onDraft(item);
  const { _id: id, state, hasDraft, version } = item;
  if (state === 'published' && !hasDraft) throw new ApiError('There are no changes to publish.');
  return callApi(calls.schedule, {
    params: { id },
    body: { publishAt: publishAt(), ...(version !== undefined && { version }) },
  });
}
