import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import type { Key } from 'react';
import { MenuItem } from '../../ui/menu.tsx';
import type { LocalReorder } from './use-local-reorder.ts';

interface MoveItemsProps {
  readonly reorder: LocalReorder;
  readonly itemKey: Key;
  readonly index: number;
  readonly count: number;
}

/** The items of a menu that move a row. */
export function MoveItems({ reorder, itemKey, index, count }: MoveItemsProps) {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  return (
    <>
      <MenuItem keys="Alt ↑" disabled={isFirst} onSelect={() => reorder.move(itemKey, index - 1)}>
        <ArrowUp aria-hidden="true" /> Move up
      </MenuItem>
      <MenuItem keys="Alt ↓" disabled={isLast} onSelect={() => reorder.move(itemKey, index + 1)}>
        <ArrowDown aria-hidden="true" /> Move down
      </MenuItem>
      <MenuItem disabled={isFirst} onSelect={() => reorder.move(itemKey, 0)}>
        <ArrowUpToLine aria-hidden="true" /> Move to top
      </MenuItem>
      <MenuItem disabled={isLast} onSelect={() => reorder.move(itemKey, count - 1)}>
        <ArrowDownToLine aria-hidden="true" /> Move to bottom
      </MenuItem>
    </>
  );
}
