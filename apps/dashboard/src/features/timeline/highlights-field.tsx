import type { FieldNameOf } from '@vitrine/contract/calls';
import type { routes } from '@vitrine/contract/routes';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';

/** The limits of `highlights` in the contract's timeline.ts. */
const MAX_COUNT = 20;
const MAX_LENGTH = 300;

const NAME: FieldNameOf<typeof routes.timeline.add> = 'highlights';

interface HighlightsFieldProps {
  readonly initial?: readonly string[] | undefined;
}

/**
 * A list of sentences, one per row, with an empty row at the end. A hidden input sends them as one
 * text with a line for each.
 */
export function HighlightsField({ initial = [] }: HighlightsFieldProps) {
  const id = useId();
  const hidden = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = useRows(initial, list);
  const { setAll } = rows;

  useEffect(() => {
    const form = hidden.current?.form;
    const clear = () => setAll([newRow('')]);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, [setAll]);

  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Highlights</legend>
      <input
        ref={hidden}
        type="hidden"
        name={NAME}
        value={rows.all.flatMap(({ text }) => text.trim() || []).join('\n')}
      />
      <ul ref={list} className="grid grid-cols-1 gap-1.5">
        {rows.all.map((row, index) => (
          <HighlightRow key={row.key} row={row} index={index} rows={rows} />
        ))}
      </ul>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-3">
        One sentence each. Your resume lists them in this order.
      </p>
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
    </fieldset>
  );
}

interface Row {
  readonly key: number;
  readonly text: string;
}

let lastKey = 0;

function newRow(text: string): Row {
  lastKey += 1;
  return { key: lastKey, text };
}

function withEmptyRow(rows: readonly Row[]): readonly Row[] {
  const isComplete = rows.at(-1)?.text === '' || rows.length >= MAX_COUNT;
  return isComplete ? rows : [...rows, newRow('')];
}

type Rows = ReturnType<typeof useRows>;

function useRows(initial: readonly string[], list: RefObject<HTMLUListElement | null>) {
  const [all, setAll] = useState(() => withEmptyRow(initial.map(newRow)));
  /** The row that the arrow keys move, and the rows before that. */
  const [lifted, setLifted] = useState<{ readonly key: number; readonly before: typeof all }>();
  const [movedKey, setMovedKey] = useState<number>();
  // The empty row at the end stays there.
  const count = all.at(-1)?.text === '' ? all.length - 1 : all.length;
  const place = all.findIndex(({ key }) => key === (lifted?.key ?? movedKey));

  /** Changes the rows now, so that the focus can move to one of them. */
  function change(next: (before: readonly Row[]) => readonly Row[], focused?: number) {
    flushSync(() => setAll((before) => withEmptyRow(next(before))));
    // To the form, this is a change like typing.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
    const field = list.current?.querySelectorAll('textarea')[focused ?? -1];
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }

  return {
    all,
    setAll,
    count,
    list,
    announcement: place < 0 ? '' : `Highlight, position ${place + 1} of ${count}.`,
    isLifted: (key: number) => lifted?.key === key,
    lift: (key: number) => setLifted({ key, before: all }),
    drop() {
      setMovedKey(lifted?.key);
      setLifted(undefined);
    },
    cancel() {
      if (lifted) change(() => lifted.before);
      setLifted(undefined);
    },
    move(key: number, to: number) {
      const target = Math.max(0, Math.min(to, count - 1));
      setMovedKey(key);
      change((before) => {
        const row = before.find((one) => one.key === key);
        return row ? before.filter((one) => one !== row).toSpliced(target, 0, row) : before;
      });
    },
    /** Pasted lines become rows. */
    write(index: number, text: string) {
      const [first = '', ...others] = text.split(/[\r\n]+/);
      change(
        (before) => [
          ...before.slice(0, index),
          ...before.slice(index, index + 1).map((row) => ({ ...row, text: first })),
          ...others.map(newRow),
          ...before.slice(index + 1),
        ],
        others.length > 0 ? index + others.length : undefined,
      );
    },
    insertAfter(index: number) {
      const isNextEmpty = all[index + 1]?.text === '';
      const isFull = all.length >= MAX_COUNT;
      change(
        (before) => (isNextEmpty || isFull ? before : before.toSpliced(index + 1, 0, newRow(''))),
        index + 1,
      );
    },
    remove(index: number, focused: number) {
      change((before) => before.toSpliced(index, 1), Math.max(0, focused));
    },
  };
}

interface HighlightRowProps {
  readonly row: Row;
  readonly index: number;
  readonly rows: Rows;
}

function HighlightRow({ row: { key, text }, index, rows }: HighlightRowProps) {
  const isNew = index >= rows.count;
  const isLifted = rows.isLifted(key);
  const name = `highlight ${index + 1}`;

  function onKeyDown(event: KeyboardEvent) {
    const to = targetOf(event.key, index, rows.count);
    const isEmptied = event.key === 'Backspace' && text === '' && !isNew;
    if (event.nativeEvent.isComposing) return;
    if (event.altKey && to !== undefined && !isNew) rows.move(key, to);
    else if (event.key === 'Enter') rows.insertAfter(index);
    else if (isEmptied) rows.remove(index, index - 1);
    else return;
    event.preventDefault();
  }

  return (
    <li className={`flex items-center gap-0.5 rounded-md ${isLifted ? 'bg-accent-soft' : ''}`}>
      {isNew ? (
        <span className="w-6 shrink-0" />
      ) : (
        <Handle name={name} rowKey={key} index={index} rows={rows} />
      )}
      <Textarea
        rows={1}
        aria-label={isNew ? 'New highlight' : `Highlight ${index + 1}`}
        placeholder="Add a highlight"
        maxLength={MAX_LENGTH}
        value={text}
        className="min-h-9! py-[7px]! text-sm! max-sm:min-h-11! max-sm:text-[1rem]!"
        onChange={({ target }) => rows.write(index, target.value)}
        onKeyDown={onKeyDown}
      />
      {isLifted ? (
        <>
          <SmallButton name={`Move ${name} up`} onClick={() => rows.move(key, index - 1)}>
            <ArrowUp aria-hidden="true" />
          </SmallButton>
          <SmallButton name={`Move ${name} down`} onClick={() => rows.move(key, index + 1)}>
            <ArrowDown aria-hidden="true" />
          </SmallButton>
        </>
      ) : isNew ? (
        <span className="w-9 shrink-0" />
      ) : (
        <SmallButton name={`Remove ${name}`} onClick={() => rows.remove(index, index)}>
          <X aria-hidden="true" />
        </SmallButton>
      )}
    </li>
  );
}

interface SmallButtonProps {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function SmallButton({ name, onClick, children }: SmallButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={name} onClick={onClick}>
      {children}
    </Button>
  );
}

interface HandleProps {
  readonly name: string;
  readonly rowKey: number;
  readonly index: number;
  readonly rows: Rows;
}

/** Drag it, or press it to move the row with the arrow keys or the buttons that appear. */
function Handle({ name, rowKey, index, rows }: HandleProps) {
  const isLifted = rows.isLifted(rowKey);
  const isDragged = useRef(false);

  function startDrag() {
    isDragged.current = false;
    const drag = ({ clientY }: PointerEvent) => {
      const to = rowAt(rows.list.current, clientY);
      if (to === undefined || to === placeOf(rows.list.current, rowKey)) return;
      isDragged.current = true;
      rows.move(rowKey, to);
    };
    const stop = new AbortController();
    addEventListener('pointermove', drag, stop);
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => stop.abort(), stop);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = targetOf(event.key, index, rows.count);
    if (isLifted && event.key === 'Escape') rows.cancel();
    else if (to !== undefined && (isLifted || event.altKey)) rows.move(rowKey, to);
    else return;
    event.preventDefault();
  }

  return (
    <button
      type="button"
      aria-label={`Reorder ${name}`}
      aria-pressed={isLifted}
      data-row-key={rowKey}
      data-handles-escape={isLifted || undefined}
      className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:bg-sunk hover:text-ink"
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
      onClick={() => {
        // The end of a drag is no click.
        if (isDragged.current) isDragged.current = false;
        else if (isLifted) rows.drop();
        else rows.lift(rowKey);
      }}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}

/** The position that an arrow key, Home or End moves a row to. */
function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

/** The position of the row under the pointer. Rows above the list count as the first one. */
function rowAt(list: HTMLElement | null, y: number): number | undefined {
  const handles = handlesIn(list);
  const below = handles.findIndex((handle) => {
    const box = handle.closest('li')?.getBoundingClientRect();
    return box !== undefined && y < box.bottom;
  });
  return below < 0 ? handles.length - 1 : below;
}

function placeOf(list: HTMLElement | null, rowKey: number): number {
  return handlesIn(list).findIndex(({ dataset }) => dataset['rowKey'] === String(rowKey));
}

function handlesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])];
}
