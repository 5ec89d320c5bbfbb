import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';

interface CheckboxFieldProps<R extends Route> {
  readonly name: FieldNameOf<R>;
  readonly label: string;
  /** What the checkbox is about, for screen readers, where the label alone is ambiguous. */
  readonly about?: string;
  readonly defaultChecked: boolean;
}

/** A labeled checkbox. A hidden input sends its value, because an unchecked box sends nothing. */
export function CheckboxField<R extends Route>(props: CheckboxFieldProps<R>) {
  const { name, label, about, defaultChecked } = props;
  const [isChecked, setIsChecked] = useState(defaultChecked);
  const input = useRef<HTMLInputElement>(null);
  useRestorer(name, (value) => setIsChecked(value === 'true'));

  useFormReset(input, () => setIsChecked(defaultChecked));

  return (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      <Checkbox
        aria-label={about && `${label}: ${about}`}
        checked={isChecked}
        onChange={({ target }) => setIsChecked(target.checked)}
      />
      <input ref={input} type="hidden" name={name} value={String(isChecked)} />
      {label}
    </label>
  );
}
