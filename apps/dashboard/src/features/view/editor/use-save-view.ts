import { routes } from '@vitrine/contract/routes';
import { toast } from 'sonner';
import { ApiError } from '../../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../../api/query-client.ts';
import { undoButton, undoOf } from '../../../api/undo.ts';
import { canCopy } from '../../../components/text/copy-text.ts';
import type { View } from '../../../components/view/view-queries.ts';
import type { Settings } from '../view-queries.ts';
import { isSame } from './use-stored-changes.ts';

interface SaveViewOptions {
  /** Undefined for a new view. */
  readonly view: View | undefined;
  readonly settings: Settings;
  /** The saved settings. */
  readonly base: Settings;
  readonly onSaved: (view: View) => void;
  /** Called with the errors of fields, or with none before each try. */
  readonly onErrors: (errors: Readonly<Record<string, string>>) => void;
  /** Called at the end, if the view was new. */
  readonly onAdded: (view: View) => void;
}

/** The calls are quiet, because one button makes two of them. */
const META = { quiet: true, reloads: ['view', 'audit'] } as const;

/** Saves a view, and publishes it. */
export function useSaveView(options: SaveViewOptions) {
  const { view, settings, base, onSaved, onErrors, onAdded } = options;
  const add = useApiMutation(routes.view.add, META);
  const update = useApiMutation(routes.view.update, META);
  const publish = useApiMutation(routes.view.publish, META);
  const calls = [add, update, publish];

  /** Returns the saved view, or undefined if a call failed. The query client has shown the error. */
  async function run(change: () => Promise<View>): Promise<View | undefined> {
    onErrors({});
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onErrors(error.fields);
      return undefined;
    }
  }

  async function save(message: string): Promise<View> {
    if (view && isSame(settings, base)) return view;
    const response = view
      ? await update.mutateAsync({ params: { id: view._id }, body: changesOf(settings, base) })
      : await add.mutateAsync({ body: settings });
    onSaved(response.view);
    const undo = undoOf(response, undefined);
    const isLast = response.view.state === 'active' || message === SAVED;
    if (isLast) toast.success(message, undo && undoButton(undo, reload));
    return response.view;
  }

  async function finish(saved: View | undefined) {
    if (saved && !view) onAdded(saved);
  }

  return {
    isPending: calls.some(({ isPending }) => isPending),
    hasFailed: calls.some(({ isError }) => isError),
    saveDraft: async () => finish(await run(() => save(SAVED))),
    async publish() {
      const saved = await run(() => save('Changes published.'));
      if (!saved || saved.state === 'active') return;
      // A new link would leave the reader with one that never works again.
      if (view?.state === 'active') {
        toast.error(
          saved.state === 'expired'
            ? 'Changes saved. The link has expired: choose a later day.'
            : 'Changes saved. The link was revoked in the meantime.',
        );
        return;
      }
      const published = await run(async () => {
        const response = await publish.mutateAsync({ params: { id: saved._id } });
        onSaved(response.view);
        const isCopied = await copyLink(response.view);
        toast.success(isCopied ? 'View published. Link copied.' : 'View published.');
        return response.view;
      });
      // Without a link, it is a draft.
      await finish(published ?? saved);
    },
  };
}

const SAVED = 'Draft saved.';

/** Whether the link is now in the clipboard. */
async function copyLink({ link }: View): Promise<boolean> {
  if (!link || !canCopy) return false;
  return navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  );
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['view'] });
}

/** Only what was changed here, so that changes made elsewhere stay. */
export function changesOf(settings: Settings, base: Settings): Partial<Settings> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(base, name));
  return Object.fromEntries(Object.entries(settings).filter(isChanged));
}
