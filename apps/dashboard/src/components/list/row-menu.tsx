import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  History,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { Item } from '../collection/collection-query.ts';
import type { ManagedListState } from './use-managed-list.ts';

interface RowMenuProps<T extends Item> {
  readonly state: ManagedListState<T>;
  readonly item: T;
  /** Menu items before and after History. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** More actions for an item of a managed list. */
export function RowMenu<T extends Item>({ state, item, before, after }: RowMenuProps<T>) {
  const { reorder, nameOf, isFiltered } = state;
  const { index = 0, count = 1 } = reorder.placeOf(item._id) ?? {};
  const isFirst = isFiltered || index === 0;
  const isLast = isFiltered || index === count - 1;
  return (
    <Menu
      title={nameOf(item)}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="rounded-full! max-sm:size-10"
          aria-label={`More actions for ${nameOf(item)}`}
          title="More"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem keys="Alt ↑" disabled={isFirst} onSelect={() => reorder.moveBy(item._id, -1)}>
        <ArrowUp aria-hidden="true" /> Move up
      </MenuItem>
      <MenuItem keys="Alt ↓" disabled={isLast} onSelect={() => reorder.moveBy(item._id, 1)}>
        <ArrowDown aria-hidden="true" /> Move down
      </MenuItem>
      <MenuItem disabled={isFirst} onSelect={() => reorder.moveTo(item._id, 0)}>
        <ArrowUpToLine aria-hidden="true" /> Move to top
      </MenuItem>
      <MenuItem disabled={isLast} onSelect={() => reorder.moveTo(item._id, count - 1)}>
        <ArrowDownToLine aria-hidden="true" /> Move to bottom
      </MenuItem>
      {isFiltered && (
        <p className="px-2.5 py-1.5 text-xs text-ink-3 max-sm:px-3">Clear the filter to reorder.</p>
      )}
      <MenuSeparator />
      {before}
      <MenuItem onSelect={() => state.showHistory(item)}>
        <History aria-hidden="true" /> History
      </MenuItem>
      {after}
    </Menu>
  );
}
