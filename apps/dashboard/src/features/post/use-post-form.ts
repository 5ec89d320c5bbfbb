import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { undoButton } from '../../api/undo.ts';
import { useConflict } from '../../components/conflict/use-conflict.ts';
import { useStored, versionOf } from '../../components/conflict/use-stored.ts';
import type { FormPropsOf } from '../../components/form/form-props.ts';
import { toLocal, tomorrow } from '../../components/publishing/schedule-time.ts';
import { formatTime } from '../../components/publishing/state-badge.tsx';
import { useSaveItem } from '../../components/publishing/use-save-item.ts';
import { type SaveWay, useSaveKeys } from '../../components/publishing/use-save-keys.ts';
import { PARTS } from './post-parts.ts';
import { type FullPost, postAddress, type UpdateRoute } from './post-queries.ts';

export interface PostFormOptions {
  /** Undefined for a new post. */
  readonly post?: FullPost;
  /** The address of the site, if visitors can open it. */
  readonly siteUrl: string;
  /** Called when a new post was saved. */
  readonly onAdded: (post: FullPost) => void;
}

export type PostForm = ReturnType<typeof usePostForm>;

/**
 * Saves the form in one of three ways. Sends the version that was opened, so that a save from elsewhere
 * is never overwritten unnoticed.
 */
export function usePostForm({ post: opened, siteUrl, onAdded }: PostFormOptions) {
  const stored = useStored(opened, PARTS.takeSnapshot);
  const { item: post, base, show, accept, state } = stored;
  const [way, setWay] = useState<SaveWay>();
  const schedule = useSchedule(opened);
  const element = useRef<HTMLFormElement>(null);
  const isPublished = post?.state === 'published';
  const calls = useSaveItem(PARTS, {
    publishAt: () => schedule.at.toISOString(),
    onDraft: show,
    quiet: isPublished ? ['schedule'] : ['publish', 'schedule'],
  });
  const mainWay = schedule.when === 'later' ? 'schedule' : 'publish';
  const currentWay = way ?? mainWay;

  function submit(next: SaveWay) {
    // Render first, so that the form sends to the right route.
    flushSync(() => setWay(next === 'draft' ? 'draft' : undefined));
    element.current?.requestSubmit();
  }
  useSaveKeys(element, submit);
  const conflicts = useConflict({ ...stored, form: element, parts: PARTS, save: submit });

  function finish(saved: FullPost) {
    announce(currentWay, saved, isPublished, siteUrl);
    setWay(undefined);
    show(saved);
    conflicts.keptPicture.current = undefined;
    if (!post) onAdded(saved);
  }

  const formProps = {
    ref: element,
    mutation: calls[currentWay],
    params: { id: post?._id ?? '' },
    autosave: 'post',
    state,
    extraFields: { ...versionOf(base), ...coverOf(post, conflicts.keptPicture.current) },
    verbatim: ['body'],
    submit: SUBMIT[mainWay === 'schedule' ? 'schedule' : isPublished ? 'update' : 'publish'],
    pending: currentWay === 'draft' ? undefined : 'Saving',
    resetOnSuccess: false,
    onSubmit: () => {
      const isValid = currentWay !== 'schedule' || schedule.isFuture;
      if (!isValid) toast.error('Choose a time in the future.');
      return isValid;
    },
    onDone: (response) => finish(response.post),
    onFailure(error) {
      setWay(undefined);
      if (error.status === 409 && post) void conflicts.compare(post._id, currentWay);
    },
  } satisfies Partial<FormPropsOf<UpdateRoute>>;

  return {
    post,
    accept,
    formProps,
    conflicts,
    schedule,
    saveDraft: () => submit('draft'),
    isSavingDraft: calls.draft.isPending,
  };
}

const SUBMIT = { publish: 'Publish post', schedule: 'Schedule post', update: 'Update post' };

/** When the main button publishes. */
function useSchedule(post: FullPost | undefined) {
  const [start] = useState(() => toLocal(post?.publishAt ?? tomorrow()));
  const [when, setWhen] = useState<'now' | 'later'>(post?.publishAt ? 'later' : 'now');
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState(start.time);
  const at = new Date(`${day}T${time}`);
  return { when, setWhen, day, setDay, time, setTime, at, isFuture: at.getTime() > Date.now() };
}

/** Says what happened, and offers what to do next. */
function announce(way: SaveWay, post: FullPost, wasPublished: boolean, siteUrl: string): void {
  if (way === 'publish' && !wasPublished) {
    const open = () => window.open(postAddress(siteUrl, post), '_blank', 'noopener');
    toast.success('Post published.', siteUrl ? { action: { label: 'View', onClick: open } } : {});
  } else if (way === 'schedule' && post.publishAt) {
    const params = { id: post._id };
    const undo = () => callApi(routes.post.schedule, { params, body: { publishAt: null } });
    const reload = () => queryClient.invalidateQueries({ queryKey: ['post'] });
    toast.success(`Post scheduled for ${formatTime(post.publishAt)}.`, undoButton(undo, reload));
  }
}

/** The form has no field for the cover of a draft, which the main button publishes too. */
function coverOf(
  post: FullPost | undefined,
  kept: string | undefined,
): { readonly cover?: string } {
  const url = post?.draft?.coverImage.url;
  const stored = url ? post.images.find(({ image }) => image.url === url) : undefined;
  const cover = kept ?? stored?.name;
  return cover ? { cover } : {};
}
