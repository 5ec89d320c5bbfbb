import * as Dialog from '@radix-ui/react-dialog';
import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import { Upload, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { GRID, IconOption, PickerResult } from './icon-results.tsx';
import { SearchInput, StyleSwitch } from './picker-search.tsx';
import { statusOf, useIconSearch } from './use-icon-search.ts';

interface IconPickerProps {
  /** What the search starts with. */
  readonly search: string;
  readonly urlOf: (icon: NamedIcon) => string;
  readonly onChoose: (icon: NamedIcon) => void;
  /** Opens the browser's file picker. */
  readonly onUpload: () => void;
  readonly onClose: () => void;
  /** Called when the dialog no longer holds the focus. */
  readonly onClosed: () => void;
}

/** Finds an icon by its name. The focus stays in the search field, and the arrow keys move in the grid. */
export function IconPicker(props: IconPickerProps) {
  const { search: start, urlOf, onChoose, onUpload, onClose, onClosed } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { search, style, active, icons, query, ...picker } = useIconSearch(start, choose);

  function choose(icon: NamedIcon) {
    onChoose(icon);
    onClose();
  }

  function upload() {
    onClose();
    onUpload();
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault();
      picker.chooseActive(event.currentTarget.value.trim());
    }
    const next = active + stepOf(event, columnsIn(list.current));
    if (next === active || next < 0 || next >= icons.length) return;
    event.preventDefault();
    picker.setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <PickerDialog onClose={onClose} onClosed={onClosed}>
      <div className="flex flex-wrap items-center gap-2.5 border-b border-line p-3">
        <SearchInput
          start={start}
          onSearch={picker.setSearch}
          onKeyDown={handleKey}
          aria-controls={listId}
          aria-expanded={icons.length > 0}
          aria-activedescendant={icons.length > 0 ? `${listId}-${active}` : undefined}
        />
        <StyleSwitch style={style} onChange={picker.setStyle} />
        <Dialog.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close">
            <X aria-hidden="true" />
          </Button>
        </Dialog.Close>
      </div>
      <p role="status" className="px-4 pt-3 text-xs text-ink-3">
        {statusOf(search, query)}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto p-3" aria-busy={query.isFetching}>
        <PickerResult search={search} query={query} onUpload={upload} />
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Icons"
          className={`${GRID} ${query.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {icons.map((icon, index) => (
            <IconOption
              key={icon.name}
              id={`${listId}-${index}`}
              icon={icon}
              url={urlOf(icon)}
              search={search}
              isActive={index === active}
              isOther={icon.style !== style}
              onChoose={() => choose(icon)}
            />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-3">
        <span>Icons from SVG Logos and Simple Icons. Logos belong to their owners.</span>
        <Button variant="link" size="sm" className="px-0!" onClick={upload}>
          <Upload aria-hidden="true" /> Upload a file instead
        </Button>
      </div>
    </PickerDialog>
  );
}

interface PickerDialogProps extends Pick<IconPickerProps, 'onClose' | 'onClosed'> {
  readonly children: ReactNode;
}

/** A dialog, which fills the screen of a phone. */
function PickerDialog({ onClose, onClosed, children }: PickerDialogProps) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-50 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="appear fixed inset-0 z-50 flex flex-col bg-card sm:inset-auto sm:top-[12dvh] sm:left-1/2 sm:h-[min(34rem,76dvh)] sm:w-[calc(100vw-2rem)] sm:max-w-[45rem] sm:-translate-x-1/2 sm:rounded-lg sm:border sm:border-line sm:shadow-[0_16px_40px_-12px_var(--lift)]"
        >
          <Dialog.Title className="sr-only">Choose an icon</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** How far an arrow key moves in a grid. With another key pressed, it moves the cursor in the text. */
function stepOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  columns: number,
): number {
  if (ctrlKey || metaKey || altKey || shiftKey) return 0;
  if (key === 'ArrowDown') return columns;
  if (key === 'ArrowUp') return -columns;
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}

function columnsIn(grid: HTMLElement | null): number {
  if (!grid) return 1;
  return getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}
