import { type ReactNode, useId } from 'react';
import { useFault } from './form.tsx';

interface Control {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** At the right end of the label's line. */
  readonly aside?: ReactNode;
  readonly children: (control: Control) => ReactNode;
}

/** A label, what is filled in, a hint, and what was wrong with it. */
export function Field({ name, label, hint, aside, children }: FieldProps) {
  const id = useId();
  const fault = useFault(name);
  // One sentence at a time: a fault mostly says what the hint does.
  const described = fault ? `${id}-fault` : hint && `${id}-hint`;
  return (
    <div className="grid min-w-0 grid-cols-1 grid-rows-[auto_1fr] gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described,
      })}
      {hint && !fault && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
