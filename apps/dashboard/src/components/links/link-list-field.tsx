import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { completeAddress } from '@vitrine/contract/text-format';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useContext, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { FieldErrorsContext } from '../form/field-errors.ts';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { MoveButtons, ReorderHandle } from '../reorder/reorder-handle.tsx';
import { findTarget } from '../reorder/use-reorder.ts';
import { LinkIcon } from './link-icon.tsx';
import {
  completeRow,
  errorOf,
  type LinkItem,
  type LinkRow,
  type LinkRows,
  linksInput,
  nameRow,
  readLinks,
  useLinkRows,
} from './use-link-rows.ts';

/** The limit of a label in the contract's link-services.ts. */
const MAX_LABEL = 60;

/** The limit of the contract's link-list.ts. */
const MAX_LINKS = 30;

interface LinkListFieldProps<R extends Route> {
  readonly name: FieldNameOf<R>;
  readonly label: string;
  readonly hint: string;
  readonly initial: readonly LinkItem[];
  /** Shown below the list, for example about one of the links. */
  readonly children?: (links: readonly LinkItem[]) => ReactNode;
}

/** Any number of links, in the order of the owner. A hidden input sends them as JSON. */
export function LinkListField<R extends Route>(props: LinkListFieldProps<R>) {
  const { name, label, hint, initial, children } = props;
  const id = useId();
  const hidden = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = useLinkRows(initial, list, MAX_LINKS);
  const errors = useContext(FieldErrorsContext);
  const isRejected = Object.keys(errors).some((field) => field.startsWith(`${name}.`));
  useRestorer(name, (json) => rows.replace(readLinks(json)));
  useFormReset(hidden, () => rows.replace(initial));
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-3">
        {hint}
      </p>
      <input ref={hidden} type="hidden" name={name} value={linksInput(rows.all)} />
      <ul ref={list} className="mt-2 grid grid-cols-1 gap-2">
        {rows.all.map((row, index) => (
          <Row key={row.key} row={row} index={index} rows={rows} isRejected={isRejected} />
        ))}
      </ul>
      {errors[name] && <p className="mt-2 text-sm text-danger">{errors[name]}</p>}
      {rows.isFull ? (
        <p className="mt-2 text-xs text-ink-3">The list can have at most {MAX_LINKS} links.</p>
      ) : (
        <Button variant="outline" size="sm" className="mt-2 max-sm:h-11" onClick={rows.add}>
          <Plus aria-hidden="true" />
          Add link
        </Button>
      )}
      {children?.(rows.all)}
      <p role="status" className="sr-only">
        {rows.reorder.announcement}
      </p>
    </fieldset>
  );
}

interface RowProps {
  readonly row: LinkRow;
  readonly index: number;
  readonly rows: LinkRows;
  /** Whether the host has rejected the links. */
  readonly isRejected: boolean;
}

function Row({ row, index, rows, isRejected }: RowProps) {
  const id = useId();
  const { reorder } = rows;
  const named = nameRow(row) || `link ${index + 1}`;
  const handle = { reorder, itemKey: row.key, index, name: named };
  const isLifted = reorder.lifted?.key === row.key;
  const error = row.isLeft || isRejected ? errorOf(row, rows.all) : undefined;
  const before = useRef(row.url);

  /** Also before Enter sends the form. */
  function complete() {
    rows.write(row, completeRow(row, before.current));
    before.current = completeAddress(row.url);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = findTarget(event.key, index, rows.all.length);
    if (event.key === 'Enter') complete();
    if (!event.altKey || to === undefined) return;
    reorder.moveTo(row.key, to);
    event.preventDefault();
  }

  return (
    <li
      data-id={row.key}
      className={`grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-1.5 gap-y-1.5 rounded-md sm:grid-cols-[auto_auto_minmax(0,5fr)_minmax(0,3fr)_auto] ${isLifted ? 'bg-accent-soft' : ''}`}
    >
      <ReorderHandle {...handle} />
      <span className="grid size-9 place-items-center rounded-md border border-line bg-sunk text-ink-2">
        <LinkIcon url={completeAddress(row.url)} />
      </span>
      <Input
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-label={`Address of ${named}`}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        maxLength={2048}
        placeholder="https://"
        value={row.url}
        onChange={({ target }) => rows.write(row, { url: target.value })}
        onBlur={complete}
        onKeyDown={onKeyDown}
      />
      <Input
        aria-label={`Label of ${named}`}
        maxLength={MAX_LABEL}
        placeholder="Label"
        value={row.label}
        className="max-sm:order-1 max-sm:col-start-3"
        onChange={({ target }) => rows.write(row, { label: target.value })}
        onKeyDown={onKeyDown}
      />
      <span className="flex">
        {isLifted ? (
          <MoveButtons {...handle} />
        ) : (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${named}`}
            onClick={() => rows.remove(row)}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </span>
      {error && (
        <p id={`${id}-error`} className="order-2 col-start-3 col-end-[-2] text-sm text-danger">
          {error}
        </p>
      )}
    </li>
  );
}
