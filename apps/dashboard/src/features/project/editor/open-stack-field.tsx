import { STACKS } from '@vitrine/contract/options';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../../../components/field/field.tsx';
import { useRestorer } from '../../../components/form/use-autosave.ts';
import { useFormReset } from '../../../components/form/use-form-reset.ts';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ProjectRoute } from '../project-queries.ts';

const NAME = 'stack';
const OTHER = 'other';

const KINDS = [
  ...['Book', 'Branding', 'Design', 'Essay', 'Exhibition', 'Film', 'Illustration', 'Music'],
  ...['Open source', 'Photography', 'Research', 'Talk', 'Writing'],
];

/** None, a specified stack, or a text of the owner's for other kinds of work. */
export function OpenStackField({ stored }: { readonly stored: string }) {
  const kinds = useId();
  const select = useRef<HTMLSelectElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The text that the input starts with. Undefined while there is none. */
  const [other, setOther] = useState(otherIn(stored));

  function show(stack: string) {
    setOther(otherIn(stack));
    if (select.current) select.current.value = otherIn(stack) === undefined ? stack : OTHER;
  }
  useRestorer(NAME, show);
  useFormReset(select, () => setOther(otherIn(stored)));

  return (
    <Field<ProjectRoute> name={NAME} label="Stack">
      {(control) => (
        <div className="grid gap-2">
          <Select
            {...control}
            ref={select}
            name={other === undefined ? NAME : undefined}
            defaultValue={otherIn(stored) === undefined ? stored : OTHER}
            onChange={({ target }) => {
              flushSync(() => setOther(target.value === OTHER ? '' : undefined));
              input.current?.focus();
            }}
          >
            <option value="">None</option>
            {STACKS.map((stack) => (
              <option key={stack}>{stack}</option>
            ))}
            <option value={OTHER}>Other…</option>
          </Select>
          {other !== undefined && (
            <>
              <Input
                // Remount for a restored text.
                key={other}
                ref={input}
                name={NAME}
                list={kinds}
                aria-label="Kind of work"
                aria-invalid={control['aria-invalid']}
                aria-describedby={control['aria-describedby']}
                autoComplete="off"
                defaultValue={other}
                placeholder="Kind of work"
              />
              <datalist id={kinds}>
                {KINDS.map((kind) => (
                  <option key={kind} value={kind} />
                ))}
              </datalist>
            </>
          )}
        </div>
      )}
    </Field>
  );
}

/** Undefined for none and for a specified stack. */
function otherIn(stack: string): string | undefined {
  return stack === '' || STACKS.some((one) => one === stack) ? undefined : stack;
}
