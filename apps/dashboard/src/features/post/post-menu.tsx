import { routes } from '@vitrine/contract/routes';
import { CalendarX, EyeOff, Globe, History, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useApiMutation } from '../../api/query-client.ts';
import { useDelete } from '../../components/collection/delete-button.tsx';
import { paths } from '../../paths.ts';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import type { Post } from './post-queries.ts';

interface PostMenuProps {
  readonly post: Post;
  readonly onHistory: () => void;
}

/** What can be done with a post in the list. */
export function PostMenu({ post, onHistory }: PostMenuProps) {
  const navigate = useNavigate();
  const { _id: id, title, state, hasDraft, publishAt } = post;
  const reloads = ['post'] as const;
  const publish = useApiMutation(routes.post.publish, { reloads });
  const unpublish = useApiMutation(routes.post.unpublish, { reloads });
  const schedule = useApiMutation(routes.post.schedule, { reloads });
  const remove = useDelete('post');
  const params = { id };
  return (
    <MoreMenu
      title={title}
      className="@min-[52rem]/posts:col-start-5 @min-[52rem]/posts:row-start-1"
    >
      <MenuItem onSelect={() => void navigate(paths.updatePost(id))}>
        <Pencil aria-hidden="true" /> Edit
      </MenuItem>
      {(state === 'draft' || hasDraft) && (
        <MenuItem onSelect={() => publish.mutate({ params, body: {} })}>
          <Globe aria-hidden="true" /> Publish
        </MenuItem>
      )}
      {publishAt && (
        <MenuItem onSelect={() => schedule.mutate({ params, body: { publishAt: null } })}>
          <CalendarX aria-hidden="true" /> Remove schedule
        </MenuItem>
      )}
      {state === 'published' && (
        <MenuItem onSelect={() => unpublish.mutate({ params })}>
          <EyeOff aria-hidden="true" /> Unpublish
        </MenuItem>
      )}
      <MenuItem onSelect={onHistory}>
        <History aria-hidden="true" /> History
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => remove.mutate({ params })}>
        <Trash2 aria-hidden="true" /> Delete
      </MenuItem>
    </MoreMenu>
  );
}
