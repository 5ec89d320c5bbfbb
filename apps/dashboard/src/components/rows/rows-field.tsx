import { Plus, X } from 'lucide-react';
import { type ReactNode, useContext, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldErrorsContext } from '../form/field-errors.ts';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { MoveButtons, ReorderHandle } from '../reorder/reorder-handle.tsx';
import type { Row, Rows } from './use-rows.ts';

interface RowsFieldProps<T> {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** As in `Add link`. */
  readonly thing: string;
  readonly rows: Rows<T>;
  /** The rows as JSON, as the form sends them. */
  readonly input: string;
  /** `isRejected` says whether the host has rejected one of the rows. */
  readonly renderRow: (row: Row<T>, index: number, isRejected: boolean) => ReactNode;
  /** Shown below the list. */
  readonly children?: ReactNode;
}

/** A list of any length, in the order of the owner. A hidden input sends it as JSON. */
export function RowsField<T>(props: RowsFieldProps<T>) {
  const { name, label, hint, thing, rows, input, renderRow, children } = props;
  const id = useId();
  const hidden = useRef<HTMLInputElement>(null);
  const errors = useContext(FieldErrorsContext);
  const isRejected = Object.keys(errors).some((field) => field.startsWith(`${name}.`));
  useRestorer(name, (json) => rows.replace(JSON.parse(json || '[]')));
  useFormReset(hidden, rows.reset);
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-3">
        {hint}
      </p>
      <input ref={hidden} type="hidden" name={name} value={input} />
      <ul ref={rows.list} className="mt-2 grid grid-cols-1 gap-2">
        {rows.all.map((row, index) => renderRow(row, index, isRejected))}
      </ul>
      {errors[name] && <p className="mt-2 text-sm text-danger">{errors[name]}</p>}
      {rows.isFull ? (
        <p className="mt-2 text-xs text-ink-3">
          The list can have at most {rows.max} {thing}s.
        </p>
      ) : (
        <Button
          ref={rows.addButton}
          variant="outline"
          size="sm"
          className="mt-2 max-sm:h-11"
          onClick={rows.add}
        >
          <Plus aria-hidden="true" />
          Add {thing}
        </Button>
      )}
      {children}
      <p role="status" className="sr-only">
        {rows.reorder.announcement}
      </p>
    </fieldset>
  );
}

interface RowItemProps<T> {
  readonly rows: Rows<T>;
  readonly row: Row<T>;
  readonly index: number;
  readonly name: string;
  readonly error: string | undefined;
  readonly icon?: ReactNode;
  /** The two fields. On a phone, they are below each other. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export function RowItem<T>(props: RowItemProps<T>) {
  const { rows, row, index, name, error, icon, first, second } = props;
  const handle = { reorder: rows.reorder, itemKey: row.key, index, name };
  const isLifted = rows.reorder.lifted?.key === row.key;
  return (
    <li
      data-id={row.key}
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-1.5 rounded-md sm:grid-cols-[auto_minmax(0,5fr)_minmax(0,3fr)_auto] ${isLifted ? 'bg-accent-soft' : ''}`}
    >
      <span className="flex items-center gap-1.5">
        <ReorderHandle {...handle} />
        {icon}
      </span>
      {first}
      <div className="max-sm:order-1 max-sm:col-start-2">{second}</div>
      <span className="flex">
        {isLifted ? (
          <MoveButtons {...handle} />
        ) : (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${name}`}
            onClick={() => rows.remove(row)}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </span>
      {error && (
        <p id={errorId(row)} className="order-2 col-start-2 col-end-[-2] text-sm text-danger">
          {error}
        </p>
      )}
    </li>
  );
}

/** Connects a field with the error of its row. */
export function describeError(row: { readonly key: number }, error: string | undefined) {
  return {
    'aria-invalid': error !== undefined,
    'aria-describedby': error && errorId(row),
  };
}

function errorId({ key }: { readonly key: number }): string {
  return `row-${key}-error`;
}
