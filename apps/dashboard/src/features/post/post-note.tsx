import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatTime } from '../../components/publishing/state-badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { FullPost } from './post-queries.ts';

interface PostNoteProps {
  readonly post: FullPost;
  /** Called with the post after its schedule was removed. */
  readonly onChange: (post: FullPost) => void;
  readonly onReload: () => void;
}

/** What waits to be published, and what to do about it. */
export function PostNote({ post, onChange, onReload }: PostNoteProps) {
  const { _id: id, publishAt, hasDraft } = post;
  const discard = useApiMutation(routes.post.discardDraft, { reloads: ['post'] });
  const unschedule = useApiMutation(routes.post.schedule, { reloads: ['post'] });
  if (!publishAt && !hasDraft) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-sunk px-4 py-2.5 text-ink-2"
    >
      <p className="min-w-0 flex-[1_1_14rem]">
        {publishAt
          ? `Scheduled for ${formatTime(publishAt)}. `
          : 'Visitors still see the published version.'}
        {publishAt &&
          (post.state === 'draft'
            ? 'Visitors do not see the post until then.'
            : 'Visitors see the current version until then.')}
      </p>
      {hasDraft && (
        <ConfirmDialog
          title="Discard the unpublished changes?"
          description="The post returns to the version that visitors see."
          action="Discard"
          onConfirm={() => discard.mutate({ params: { id } }, { onSuccess: onReload })}
          trigger={
            <Button variant="ghost" size="sm" aria-disabled={discard.isPending}>
              Discard
            </Button>
          }
        />
      )}
      {publishAt && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={unschedule.isPending}
          onClick={() =>
            unschedule.mutate(
              { params: { id }, body: { publishAt: null } },
              { onSuccess: (response) => onChange(response.post) },
            )
          }
        >
          Remove schedule
        </Button>
      )}
    </div>
  );
}
