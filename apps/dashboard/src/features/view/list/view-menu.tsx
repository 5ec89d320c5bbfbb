import { CalendarPlus, Copy, CopyPlus, History, Link2Off, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { canCopy, copyText } from '../../../components/text/copy-text.ts';
import type { View } from '../../../components/view/view-queries.ts';
import { paths } from '../../../paths.ts';
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { EXTENSION_DAYS, useViewMutations } from '../use-view-mutations.ts';

interface ViewMenuProps {
  readonly view: View;
  readonly onRevoke: () => void;
  readonly onHistory: () => void;
}

/** What can be done with a view in the list. */
export function ViewMenu({ view, onRevoke, onHistory }: ViewMenuProps) {
  const { _id: id, name, state, link, expiresAt } = view;
  const navigate = useNavigate();
  const { duplicate, extend, remove } = useViewMutations();
  const hasLink = state === 'active' || state === 'expired';
  const params = { id };
  return (
    <MoreMenu title={name}>
      {state === 'active' && link && canCopy && (
        <MenuItem onSelect={() => copyText(link, 'Link')}>
          <Copy aria-hidden="true" /> Copy link
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate(paths.updateView(id))}>
        <Pencil aria-hidden="true" /> Edit
      </MenuItem>
      <MenuItem onSelect={() => duplicate.mutate({ params })}>
        <CopyPlus aria-hidden="true" /> Duplicate
      </MenuItem>
      {hasLink && expiresAt !== null && (
        <MenuItem onSelect={() => extend.mutate({ params, body: { days: EXTENSION_DAYS } })}>
          <CalendarPlus aria-hidden="true" /> Extend by {EXTENSION_DAYS} days
        </MenuItem>
      )}
      {hasLink && (
        <MenuItem onSelect={onRevoke}>
          <Link2Off aria-hidden="true" /> Revoke link
        </MenuItem>
      )}
      <MenuItem onSelect={onHistory}>
        <History aria-hidden="true" /> History
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => remove.mutate({ params })}>
        <Trash2 aria-hidden="true" /> Move to trash
      </MenuItem>
    </MoreMenu>
  );
}
