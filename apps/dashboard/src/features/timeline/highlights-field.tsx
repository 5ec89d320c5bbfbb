import type { FieldNameOf } from '@vitrine/contract/calls';
import type { routes } from '@vitrine/contract/routes';
import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRestorer } from '../../components/form/use-autosave.ts';
import { useFormReset } from '../../components/form/use-form-reset.ts';
import { MoveButtons, ReorderHandle } from '../../components/reorder/reorder-handle.tsx';
import { findTarget, moveItem, useReorder } from '../../components/reorder/use-reorder.ts';
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
  useRestorer(NAME, (text) => setAll(withEmptyRow(text.split('\n').filter(Boolean).map(newRow))));

  useFormReset(hidden, () => setAll([newRow('')]));

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
        {rows.reorder.announcement}
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
  // The empty row at the end stays there.
  const count = all.at(-1)?.text === '' ? all.length - 1 : all.length;
  const reorder = useReorder({
    isLive: true,
    items: all.slice(0, count),
    keyOf: ({ key }) => key,
    nameOf: () => 'Highlight',
    list,
    onMove: ({ key }, to) => change((before) => moveItem(before, (row) => row.key === key, to)),
  });

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
    reorder,
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
  const { reorder } = rows;
  const isNew = index >= rows.count;
  const isLifted = reorder.lifted?.key === key;
  const name = `highlight ${index + 1}`;
  const handle = { reorder, itemKey: key, index, name };

  function onKeyDown(event: KeyboardEvent) {
    const to = findTarget(event.key, index, rows.count);
    const isEmptied = event.key === 'Backspace' && text === '' && !isNew;
    if (event.nativeEvent.isComposing) return;
    if (event.altKey && to !== undefined && !isNew) reorder.moveTo(key, to);
    else if (event.key === 'Enter') rows.insertAfter(index);
    else if (isEmptied) rows.remove(index, index - 1);
    else return;
    event.preventDefault();
  }

  return (
    <li
      data-id={isNew ? undefined : key}
      className={`flex items-center gap-0.5 rounded-md ${isLifted ? 'bg-accent-soft' : ''}`}
    >
      {isNew ? <span className="w-6 shrink-0" /> : <ReorderHandle {...handle} />}
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
        <MoveButtons {...handle} />
      ) : isNew ? (
        <span className="w-9 shrink-0" />
      ) : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove ${name}`}
          onClick={() => rows.remove(index, index)}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
