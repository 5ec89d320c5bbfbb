import { type ComponentProps, type RefObject, useId } from 'react';
import { Input } from '../../ui/input.tsx';

interface NameFieldProps extends Pick<ComponentProps<'input'>, 'defaultValue' | 'placeholder'> {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Empty if there is none. */
  readonly error: string;
}

/** The name of a passkey or token, with its error. */
export function NameField({ error, ...rest }: NameFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Name
      </label>
      <Input
        {...rest}
        id={id}
        name="name"
        maxLength={100}
        autoComplete="off"
        aria-invalid={error !== ''}
        aria-describedby={error === '' ? undefined : `${id}-error`}
      />
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
