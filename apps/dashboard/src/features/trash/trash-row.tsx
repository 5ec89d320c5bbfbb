import type { TrashCollection } from '@vitrine/contract/options';
import {
  GalleryVerticalEnd,
  type LucideIcon,
  MessageSquareMore,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { Icon } from '../../components/image/icon.tsx';
import { Picture } from '../../components/image/picture.tsx';
import { formatDateTime, formatShortDay, formatTime } from '../../components/text/day.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { TrashItem } from './trash-queries.ts';

interface TrashRowProps {
  readonly item: TrashItem;
  readonly isSelected: boolean;
  readonly isPending: boolean;
  readonly onSelect: (isRange: boolean) => void;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}

export function TrashRow(props: TrashRowProps) {
  const { item, isSelected, onSelect } = props;
  const { _id: id, noun, title, detail, deletedAt } = item;
  const type = TYPES[noun].one;
  const row = useRef<HTMLTableRowElement>(null);
  useFocusNextRowOnUnmount(row);
  return (
    <TableRow
      ref={row}
      data-id={id}
      data-selected={isSelected ? '' : undefined}
      className="scroll-mt-20 scroll-mb-28 data-selected:bg-accent-soft/55 stacked:grid-cols-[1.5rem_minmax(0,1fr)_auto] stacked:gap-x-3 stacked:gap-y-2"
    >
      <TableCell className="pr-0!">
        <Checkbox
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </TableCell>
      <TableCell className="stacked:col-span-2">
        <div className="flex min-w-0 items-center gap-3.5">
          <Thumbnail item={item} />
          <div className="min-w-0">
            <p title={title} className="truncate font-medium">
              {title}
            </p>
            <p className="truncate text-xs text-ink-3">
              <span className="min-[62.5rem]:sr-only">
                {type}
                {detail && ' · '}
              </span>
              {detail}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell className="text-ink-2 max-[62.5rem]:hidden">{type}</TableCell>
      <TableCell className="text-ink-2 tabular-nums stacked:hidden">
        <time dateTime={deletedAt} title={formatDateTime(deletedAt)}>
          {formatShortDay(deletedAt)}
          <span className="max-[62.5rem]:sr-only">, {formatTime(deletedAt)}</span>
        </time>
      </TableCell>
      <TableCell className="text-sm tabular-nums stacked:col-start-2">
        <TimeLeft expiresAt={item.expiresAt} />
      </TableCell>
      <TableCell end>
        <RowActions {...props} />
      </TableCell>
    </TableRow>
  );
}

/** Keeps the place in the list when the focused row is restored or deleted. */
function useFocusNextRowOnUnmount(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      const next = row?.nextElementSibling ?? row?.previousElementSibling;
      if (row?.contains(document.activeElement)) next?.querySelector('button')?.focus();
    };
  }, [ref]);
}

function RowActions({ item, isPending, onRestore, onDelete }: TrashRowProps) {
  const { title } = item;
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        variant="outline"
        size="sm"
        className="max-sm:h-9"
        aria-label={`Restore ${title}`}
        icon={RotateCcw}
        isPending={isPending}
        onClick={onRestore}
      >
        Restore
      </Button>
      <Tooltip text="Delete forever">
        <Button
          variant="ghost"
          size="icon"
          className="size-7 text-ink-3! hover:bg-danger-soft! hover:text-danger! focus-visible:bg-danger-soft! focus-visible:text-danger! max-sm:size-9"
          aria-label={`Delete ${title} forever`}
          aria-disabled={isPending}
          onClick={() => !isPending && onDelete()}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </Tooltip>
    </div>
  );
}

const TYPES: Readonly<Record<TrashCollection, { one: string; Icon: LucideIcon }>> = {
  ...COLLECTION_VIEWS,
  message: { one: 'Message', Icon: MessageSquareMore },
  view: { one: 'View', Icon: GalleryVerticalEnd },
};

function Thumbnail({ item: { noun, image } }: Pick<TrashRowProps, 'item'>) {
  const CollectionIcon = TYPES[noun].Icon;
  return (
    <span className="grid h-8 w-12 shrink-0 place-items-center overflow-clip rounded-sm border border-line bg-sunk text-ink-3">
      {image === null ? (
        <CollectionIcon aria-hidden="true" className="size-4" />
      ) : noun === 'project' ? (
        <Picture image={image} alt="" sizes="48px" className="size-full" />
      ) : (
        <Icon image={image} className="size-5" />
      )}
    </span>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Red in the last two days. */
function TimeLeft({ expiresAt }: Pick<TrashItem, 'expiresAt'>) {
  const days = (Date.parse(expiresAt) - Date.now()) / DAY_MS;
  const count = Math.round(days);
  const text = days < 1 ? 'Under 1 day' : count === 1 ? '1 day' : `${count} days`;
  return (
    <span className={days < 2 ? 'font-medium text-danger' : 'text-ink-2'}>
      {text}
      <span className="hidden stacked:inline"> left</span>
    </span>
  );
}
