import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { type ReactNode, useId } from 'react';
import { useFieldError } from '../form/field-errors.ts';

interface Control {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps<R extends Route> {
  readonly name: FieldNameOf<R> | FileNameOf<R>;
  readonly label: string;
  readonly hint?: string;
  /** Marks a field that can stay empty, in a form whose other fields cannot. */
  readonly isOptional?: boolean | undefined;
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly children: (control: Control) => ReactNode;
}

/**
 * A labeled field of a form, with its hint or its error. The type argument names the form's route,
 * as in `<Field<typeof routes.skill.add> name="title">`: only names in its contract compile.
 */
export function Field<R extends Route>(props: FieldProps<R>) {
  const { name, label, hint, isOptional = false, aside, children } = props;
  const id = useId();
  const error = useFieldError<R>(name);
  // Show the error instead of the hint: it usually repeats what the hint says.
  const describedBy = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className="grid min-w-0 grid-cols-1 grid-rows-[auto_1fr] gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          {isOptional && <span className="ml-1.5 text-ink-3">optional</span>}
        </span>
        {aside}
      </div>
      {children({
        id,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy,
      })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-xs text-pretty text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
