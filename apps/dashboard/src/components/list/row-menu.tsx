import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import type { Item } from '../collection/collection-query.ts';
import { MoveItems } from '../reorder/move-items.tsx';
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
  return (
    <MoreMenu title={nameOf(item)}>
      <MoveItems
        index={index}
        count={count}
        isDisabled={isFiltered}
        onMove={(to) => reorder.moveTo(item._id, to)}
      />
      {isFiltered && (
        <p className="px-2.5 py-1.5 text-xs text-ink-3 max-sm:px-3">Clear the filter to reorder.</p>
      )}
      <MenuSeparator />
      {before}
      <MenuItem onSelect={() => state.showHistory(item)}>
        <History aria-hidden="true" /> History
      </MenuItem>
      {after}
    </MoreMenu>
  );
}
