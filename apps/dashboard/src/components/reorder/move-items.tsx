import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import { MenuItem } from '../../ui/menu.tsx';

interface MoveItemsProps {
  readonly index: number;
  readonly count: number;
  readonly isDisabled?: boolean;
  readonly onMove: (index: number) => void;
}

/** The items of a menu that move a row. */
export function MoveItems({ index, count, isDisabled = false, onMove }: MoveItemsProps) {
  const isFirst = isDisabled || index === 0;
  const isLast = isDisabled || index === count - 1;
  return (
    <>
      <MenuItem keys="Alt ↑" disabled={isFirst} onSelect={() => onMove(index - 1)}>
        <ArrowUp aria-hidden="true" /> Move up
      </MenuItem>
      <MenuItem keys="Alt ↓" disabled={isLast} onSelect={() => onMove(index + 1)}>
        <ArrowDown aria-hidden="true" /> Move down
      </MenuItem>
      <MenuItem disabled={isFirst} onSelect={() => onMove(0)}>
        <ArrowUpToLine aria-hidden="true" /> Move to top
      </MenuItem>
      <MenuItem disabled={isLast} onSelect={() => onMove(count - 1)}>
        <ArrowDownToLine aria-hidden="true" /> Move to bottom
      </MenuItem>
    </>
  );
}
