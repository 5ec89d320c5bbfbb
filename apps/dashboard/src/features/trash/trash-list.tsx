import { useInfiniteQuery } from '@tanstack/react-query';
import type { TrashCollection } from '@vitrine/contract/options';
import { RotateCcw } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SelectionBar } from '../../components/list/selection-bar.tsx';
import { useListShortcuts } from '../../components/list/use-list-shortcuts.ts';
import { type Selection, selectByKey, useSelection } from '../../components/list/use-selection.ts';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { EmptyState } from '../../components/query/empty-state.tsx';
import { LoadMore } from '../../components/query/load-more.tsx';
import { QueryResult } from '../../components/query/query-result.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, TableHeading } from '../../ui/table.tsx';
import { type TrashItem, trashQuery } from './trash-queries.ts';
import { TrashRow } from './trash-row.tsx';
import { type TrashMutations, useTrashMutations } from './use-trash-mutations.ts';

interface TrashListProps {
  readonly noun: TrashCollection | 'all';
  readonly search: string;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** The deleted items, or those that match a search. */
export function TrashList({ noun, search, searchField }: TrashListProps) {
  const query = useInfiniteQuery(trashQuery(noun, search));
  return (
    <QueryResult query={query}>
      {(items) =>
        items.length === 0 ? (
          <Card>
            <EmptyState text={emptyText(noun, search)} />
          </Card>
        ) : (
          <>
            <p role="status" className="sr-only">
              {search !== '' && `${items.length}${query.hasNextPage ? ' or more' : ''} found.`}
            </p>
            <Rows items={items} searchField={searchField} />
            {query.hasNextPage && (
              <LoadMore
                query={query}
                shown={items.length}
                onLoaded={() => focusRowAfter(items[items.length - 1]?._id)}
              />
            )}
          </>
        )
      }
    </QueryResult>
  );
}

function emptyText(noun: TrashCollection | 'all', search: string): string {
  if (search !== '') return 'No deleted item matches your search.';
  return noun === 'all' ? 'The trash is empty.' : 'Nothing of this type is in the trash.';
}

interface RowsProps {
  readonly items: readonly TrashItem[];
  readonly searchField: RefObject<HTMLInputElement | null>;
}

function Rows({ items, searchField }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const mutations = useTrashMutations();
  const selection = useSelection(items);
  const { selected, ids } = selection;
  const [toDelete, setToDelete] = useState<readonly TrashItem[]>([]);
  useFocusHeadingOnUnmount(list);
  useTrashShortcuts(list, items, selection, searchField);
  return (
    <div ref={list} data-rows="" className={selected.length > 0 ? 'pb-16' : ''}>
      <Card>
        <Table>
          <TableHead>
            <TableHeading className="w-12 pr-0!">
              <span className="sr-only">Select</span>
            </TableHeading>
            <TableHeading>Item</TableHeading>
            <TableHeading className="w-32 max-[62.5rem]:hidden">Type</TableHeading>
            <TableHeading className="w-44 max-[62.5rem]:w-28">Deleted</TableHeading>
            <TableHeading className="w-32 max-[62.5rem]:w-28">Time left</TableHeading>
            <TableHeading className="w-44">
              <span className="sr-only">Actions</span>
            </TableHeading>
          </TableHead>
          <TableBody
            onKeyDown={(event) => {
              if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              selection.selectAll();
            }}
          >
            {items.map((item) => (
              <TrashRow
                key={item._id}
                item={item}
                isSelected={ids.has(item._id)}
                isPending={mutations.pendingIds.has(item._id)}
                onSelect={(isRange) => selection.toggle(item._id, isRange)}
                onRestore={() => mutations.restore([item])}
                onDelete={() => setToDelete([item])}
              />
            ))}
          </TableBody>
        </Table>
      </Card>
      <p role="status" className="sr-only">
        {selected.length > 0 && `${selected.length} selected.`}
      </p>
      {selected.length > 0 && (
        <TrashSelection
          selection={selection}
          mutations={mutations}
          onDelete={() => setToDelete(selected)}
        />
      )}
      <DeleteForeverDialog
        items={toDelete}
        onDelete={mutations.remove}
        onClose={() => setToDelete([])}
      />
    </div>
  );
}

interface TrashSelectionProps {
  readonly selection: Selection<TrashItem>;
  readonly mutations: TrashMutations;
  readonly onDelete: () => void;
}

/** The actions for the selected items. */
function TrashSelection({ selection, mutations, onDelete }: TrashSelectionProps) {
  const { selected, selectAll, clear } = selection;
  return (
    <SelectionBar
      label="Selected items"
      count={selected.length}
      onSelectAll={selectAll}
      onClear={clear}
    >
      <Button size="sm" variant="outline" onClick={() => mutations.restore(selected)}>
        <RotateCcw aria-hidden="true" /> Restore
      </Button>
      <Button size="sm" variant="ghost" className="text-danger!" onClick={onDelete}>
        Delete forever
      </Button>
    </SelectionBar>
  );
}

interface DeleteForeverDialogProps {
  /** The dialog is closed while there are none. */
  readonly items: readonly TrashItem[];
  readonly onDelete: (items: readonly TrashItem[]) => void;
  readonly onClose: () => void;
}

function DeleteForeverDialog({ items, onDelete, onClose }: DeleteForeverDialogProps) {
  const what = items.length === 1 ? items[0]?.title : `${items.length} items`;
  return (
    <ConfirmDialog
      isOpen={items.length > 0}
      title={`Delete ${what} forever?`}
      description="You can't undo this here. For 7 days, you can run “vitrine trash restore” on the server."
      action="Delete forever"
      onConfirm={() => {
        onDelete(items);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** X selects, Shift with an arrow selects a range, / searches, Escape clears the selection. */
function useTrashShortcuts(
  list: RefObject<HTMLElement | null>,
  items: readonly TrashItem[],
  selection: Selection<TrashItem>,
  searchField: RefObject<HTMLInputElement | null>,
): void {
  useListShortcuts(list, (key, id) => {
    if (key === '/') searchField.current?.focus();
    else if (key === 'Escape') selection.clear();
    if (key === '/' || key === 'Escape') return true;
    return selectByKey(key, id, { list, items, selection });
  });
}

/** Focuses the first of the rows that were loaded after this one. */
function focusRowAfter(id: string | undefined): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-rows] [data-id]')];
  const row = rows[rows.findIndex(({ dataset }) => dataset['id'] === id) + 1];
  row?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
}
