import * as Dialog from '@radix-ui/react-dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import { routes } from '@vitrine/contract/routes';
import { Search, Upload, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Icon } from '../image/icon.tsx';
import { LoadFailure } from '../query/load-failure.tsx';

export interface IconPickerProps {
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

type Style = NamedIcon['style'];

const STYLES: readonly (readonly [Style, string])[] = [
  ['color', 'Brand color'],
  ['ink', 'Ink'],
];

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

/** The search, its icons, and which of them the arrow keys have reached. */
function useIconSearch(start: string, choose: (icon: NamedIcon) => void) {
  const [search, setSearch] = useState(start);
  const [style, setStyle] = useState<Style>('color');
  const [active, setActive] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const query = useIcons(search, style);
  const icons = search === '' ? [] : (query.data?.icons ?? []);
  // While it loads, the icons of the search before are shown.
  const isLoaded = query.data !== undefined && !query.isPlaceholderData;

  useEffect(() => {
    if (!isChoosing || !isLoaded) return;
    setIsChoosing(false);
    const icon = icons[active];
    if (icon) choose(icon);
  });

  function changeSearch(text: string) {
    if (text === search) return;
    setSearch(text);
    setActive(0);
    setIsChoosing(false);
  }

  return {
    search,
    style,
    active,
    icons,
    query,
    setActive,
    setSearch: changeSearch,
    setStyle(next: Style) {
      setStyle(next);
      setActive(0);
    },
    /** Chooses from the icons for this text, as soon as they are loaded. */
    chooseActive(text: string) {
      changeSearch(text);
      setIsChoosing(text !== '');
    },
  };
}

const GRID = 'grid grid-cols-3 gap-1 sm:grid-cols-6';

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

interface SearchInputProps {
  readonly start: string;
  readonly onSearch: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly 'aria-controls': string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-activedescendant': string | undefined;
}

function SearchInput({ start, onSearch, ...rest }: SearchInputProps) {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="relative min-w-0 flex-1 max-sm:flex-none max-sm:basis-full">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
      />
      <Input
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-label="Search icons"
        placeholder="Search icons"
        autoComplete="off"
        spellCheck={false}
        defaultValue={start}
        maxLength={100}
        className="pl-9"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => onSearch(target.value.trim()), 150);
        }}
        {...rest}
      />
    </search>
  );
}

interface StyleSwitchProps {
  readonly style: Style;
  readonly onChange: (style: Style) => void;
}

function StyleSwitch({ style, onChange }: StyleSwitchProps) {
  return (
    <fieldset className="flex rounded-md border border-line bg-sunk p-0.5 max-sm:flex-1">
      <legend className="sr-only">Style</legend>
      {STYLES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === style}
          className="h-7 rounded-[6px] border border-transparent px-2.5 text-sm font-medium text-ink-2 aria-pressed:border-line-2 aria-pressed:bg-card aria-pressed:text-ink max-sm:h-9 max-sm:flex-1"
          // Keeps the focus in the search field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Loads an icon by its full name. */
export async function loadIcon(name: string): Promise<NamedIcon | undefined> {
  const { icons } = await callApi(routes.icon.search, { query: { search: name } });
  return icons[0];
}

function useIcons(search: string, style: Style) {
  return useQuery({
    queryKey: ['icons', style, search],
    queryFn: ({ signal }) => callApi(routes.icon.search, { query: { search, style }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // The picker shows the error.
    meta: { quiet: true },
  });
}

type IconsQuery = ReturnType<typeof useIcons>;

function statusOf(search: string, { data, isPlaceholderData }: IconsQuery): string {
  if (search === '' || !data || isPlaceholderData) return '';
  const { icons, total } = data;
  const count = total > icons.length ? `${icons.length} of ${total}` : total;
  return `${count} ${total === 1 ? 'icon' : 'icons'} for “${search}”`;
}

interface PickerResultProps {
  readonly search: string;
  readonly query: IconsQuery;
  readonly onUpload: () => void;
}

/** What is shown instead of icons. */
function PickerResult({ search, query, onUpload }: PickerResultProps) {
  if (search === '')
    return <p className="py-9 text-center text-ink-2">Type a name, such as React or Figma.</p>;
  if (query.isError) return <LoadFailure query={query} />;
  if (query.isPending)
    return (
      <div className={GRID}>
        {[...Array(12).keys()].map((index) => (
          <Skeleton key={index} className="h-[5.5rem]" />
        ))}
      </div>
    );
  if (query.data.icons.length > 0) return null;
  return (
    <div className="grid justify-items-center gap-3 py-9">
      <p className="text-ink-2">No icon matches.</p>
      <Button variant="outline" size="sm" onClick={onUpload}>
        Upload a file
      </Button>
    </div>
  );
}

interface IconOptionProps {
  readonly id: string;
  readonly icon: NamedIcon;
  readonly url: string;
  readonly search: string;
  readonly isActive: boolean;
  /** Whether the set of the chosen style lacks the icon. */
  readonly isOther: boolean;
  readonly onChoose: () => void;
}

function IconOption(props: IconOptionProps) {
  const { id, icon, url, search, isActive, isOther, onChoose } = props;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="grid min-h-[5.5rem] cursor-pointer content-start justify-items-center gap-2 rounded-md border border-transparent px-1.5 py-3 hover:bg-hover aria-selected:border-accent aria-selected:bg-accent-soft"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon image={{ url }} className="h-8 w-12" />
      <span className="max-w-full text-center text-xs wrap-anywhere text-ink-2">
        <Highlighted text={icon.title} part={search} />
        {isOther && (
          <span className="block text-ink-3">{icon.style === 'ink' ? 'Ink' : 'Color'}</span>
        )}
      </span>
    </button>
  );
}

function Highlighted({ text, part }: { readonly text: string; readonly part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  if (start < 0) return text;
  const end = start + part.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-medium text-ink">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
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
