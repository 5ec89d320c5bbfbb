import { routes } from '@vitrine/contract/routes';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, TableHeading } from '../../ui/table.tsx';
import type { Item } from '../collection/collection-query.ts';
import { LazyHistorySheet } from '../history/history-button.tsx';
import { DragLayer } from '../reorder/drag-layer.tsx';
import { EditSheet } from './edit-sheet.tsx';
import { NoMatch } from './no-match.tsx';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ManagedListState } from './use-managed-list.ts';

interface ManagedListProps<T extends Item> {
  readonly state: ManagedListState<T>;
  /** A picture of an item that is dragged. */
  readonly pictureOf: (item: T) => ReactNode;
  /** More filters, beside the field. */
  readonly filters?: ReactNode;
  /** More buttons for the selected items, before Delete. */
  readonly actions?: ReactNode;
  /** The form that `EditButton` opens. */
  readonly formOf?: (item: T, close: () => void) => ReactNode;
  /** The items, as a table or a grid. */
  readonly children: ReactNode;
}

/** The filter above a list on a Manage page, and what appears over the list. */
export function ManagedList<T extends Item>(props: ManagedListProps<T>) {
  const { state, pictureOf, filters, actions, formOf, children } = props;
  const { noun, nameOf, list, isFiltered, hintId, shown, reorder, selection } = state;
  const { edited, edit, historyItem, showHistory } = state;
  const [singular, plural] = COLLECTION_VIEWS[noun].words;
  const { lifted } = reorder;
  const dragged = lifted?.isDragged ? reorder.placeOf(lifted.key) : undefined;
  const { length: selected } = selection.selected;
  return (
    <div ref={list} className="group/view">
      <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <SearchField
          label={`Filter ${plural}`}
          input={state.filterField}
          query={state.filter}
          onSearch={state.setFilter}
          // The list is here already.
          delayMs={0}
        />
        {filters}
      </div>
      {shown.length > 0 ? (
        <div data-rows="">{children}</div>
      ) : (
        <Card>
          <NoMatch name={singular} onClear={state.clearFilter} />
        </Card>
      )}
      <p id={hintId} className="mt-3 text-xs text-ink-3 max-sm:sr-only" hidden={isFiltered}>
        Your site uses this order. To change it, drag a handle, or focus it and press Space, then
        the arrow keys. Press Escape to cancel.
      </p>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
      <p role="status" className="sr-only">
        {[isFiltered && `${shown.length} found.`, selected > 0 && `${selected} selected.`]
          .filter(Boolean)
          .join(' ')}
      </p>
      {selected > 0 && (
        <SelectedItems state={state} label={`Selected ${plural}`} actions={actions} />
      )}
      <DragLayer
        layer={reorder.layer}
        dragged={
          dragged && {
            name: dragged.name,
            picture: pictureOf(dragged.item),
            place: `${(lifted?.index ?? 0) + 1} of ${dragged.count}`,
          }
        }
      />
      {edited && (
        <EditSheet title={`Edit ${nameOf(edited)}`} onClose={() => edit(undefined)}>
          {formOf?.(edited, () => edit(undefined))}
        </EditSheet>
      )}
      {historyItem && (
        <LazyHistorySheet
          noun={noun}
          id={historyItem._id}
          title={nameOf(historyItem)}
          onClose={() => showHistory(undefined)}
        />
      )}
    </div>
  );
}

interface ManagedTableProps<T extends Item> extends Omit<ManagedListProps<T>, 'children'> {
  readonly label: string;
  readonly headings: ReactNode;
  readonly renderRow: (item: T, state: ManagedListState<T> | undefined) => ReactNode;
}

/** The items as a table. Without an order of the owner's, it has rows without controls, and no filter. */
export function ManagedTable<T extends Item>(props: ManagedTableProps<T>) {
  const { label, headings, renderRow, ...list } = props;
  const { order: isManaged } = useCan();
  const table = (
    <Card>
      <Table aria-label={label}>
        <TableHead>
          {isManaged && (
            <TableHeading className="w-21 pr-0!">
              <span className="sr-only">Order and selection</span>
            </TableHeading>
          )}
          {headings}
        </TableHead>
        <TableBody>
          {list.state.shown.map((item) => renderRow(item, isManaged ? list.state : undefined))}
        </TableBody>
      </Table>
    </Card>
  );
  return isManaged ? <ManagedList {...list}>{table}</ManagedList> : table;
}

interface SelectedItemsProps<T extends Item> {
  readonly state: ManagedListState<T>;
  readonly label: string;
  readonly actions: ReactNode;
}

function SelectedItems<T extends Item>({ state, label, actions }: SelectedItemsProps<T>) {
  const { noun, selection } = state;
  const remove = useApiMutation(routes.trash.add, { reloads: [noun, 'trash'] });
  const items = selection.selected.map(({ _id }) => ({ noun, id: _id }));
  return (
    <SelectionBar
      label={label}
      count={items.length}
      onSelectAll={selection.selectAll}
      onClear={selection.clear}
    >
      {actions}
      <Button
        size="sm"
        variant="outline"
        icon={Trash2}
        isPending={remove.isPending}
        className="text-ink-2! hover:border-transparent! hover:bg-danger-soft! hover:text-danger! focus-visible:bg-danger-soft! focus-visible:text-danger!"
        onClick={() => remove.mutate({ body: { items } }, { onSuccess: selection.clear })}
      >
        {remove.isPending ? 'Deleting' : 'Delete'}
      </Button>
    </SelectionBar>
  );
}
