import { Pen } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { Item } from '../collection/collection-query.ts';
import { DragHandle } from '../reorder/drag-handle.tsx';
import type { ManagedListState } from './use-managed-list.ts';

interface RowProps<T extends Item> {
  readonly state: ManagedListState<T>;
  readonly item: T;
}

/** The handle of an item, hidden while it cannot be moved, and its checkbox. */
export function RowControls<T extends Item>({ state, item }: RowProps<T>) {
  const { reorder, selection, nameOf, hintId, isFiltered } = state;
  const name = nameOf(item);
  return (
    <>
      <DragHandle reorder={reorder} item={item} name={name} hintId={hintId} isHidden={isFiltered} />
      <Checkbox
        aria-label={`Select ${name}`}
        checked={selection.ids.has(item._id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(item._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </>
  );
}

export function EditButton<T extends Item>({ state, item }: RowProps<T>) {
  return (
    <Tooltip text="Edit">
      <Button
        variant="outline"
        size="icon"
        className="rounded-full!"
        aria-label={`Edit ${state.nameOf(item)}`}
        onClick={() => state.edit(item)}
      >
        <Pen aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

/** The attributes of the element that shows an item. */
export function rowAttributes<T extends Item>(
  { reorder, selection }: ManagedListState<T>,
  item: T,
) {
  const { lifted } = reorder;
  const isLifted = lifted?.key === item._id;
  const kind = lifted?.isDragged ? 'dragged' : 'lifted';
  return {
    'data-id': item._id,
    'data-selected': selection.ids.has(item._id) ? '' : undefined,
    'data-moving': isLifted ? kind : undefined,
  };
}

/** The look of a row that is selected, lifted or dragged. */
export const ROW_STATES =
  'data-selected:bg-accent-soft/55 data-[moving=lifted]:bg-accent-soft data-[moving=dragged]:bg-sunk data-[moving=dragged]:opacity-50';
