import type { Route } from '@vitrine/contract/routes';
import { ImageUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { setFile } from '../form/set-value.ts';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { Field } from './field.tsx';
import { BoxWithAlternative, type Choice, type FileFieldProps, FilledBox } from './file-box.tsx';
import { useFileDrop } from './use-file-drop.ts';

/** A drop zone for one file, which can also be picked or pasted. */
export function FileField<R extends Route>(props: FileFieldProps<R>) {
  const { name, label, accept, hint, isOptional, current, alternative } = props;
  const { removeName, removeValue = 'true' } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const { isOver, zone } = useFileDrop(([file]) => file && setFile(input.current, file));
  usePastedFile(box, input);
  useRestorer(removeName, () => setChoice('removed'));
  const chosenName = alternative?.chosen?.value;

  useEffect(() => {
    if (chosenName !== undefined) setFile(input.current);
  }, [chosenName]);

  useFormReset(input, () => setChoice(undefined));

  const isFilled = choice instanceof File || current !== undefined;

  return (
    <Field<R> name={name} label={label} isOptional={isOptional}>
      {(control) => (
        <fieldset
          ref={box}
          data-file-box=""
          aria-label={label}
          className={`relative min-w-0 rounded-lg border-[1.5px] border-dashed bg-sunk p-4 text-center text-ink-2 transition-colors has-focus-visible:border-accent has-focus-visible:ring-3 has-focus-visible:ring-accent-soft has-aria-invalid:border-danger ${isFilled ? 'content-start' : 'content-center'} ${isOver ? 'border-accent bg-accent-soft' : 'border-edge'}`}
          {...zone}
        >
          <input
            {...control}
            ref={input}
            type="file"
            accept={accept}
            aria-describedby={[control['aria-describedby'], `${control.id}-kinds`].join(' ').trim()}
            className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
            onChange={(event) => {
              const file = event.target.files?.[0];
              setChoice(file);
              if (file) alternative?.onReset();
            }}
          />
          {choice === 'removed' && <input type="hidden" name={removeName} value={removeValue} />}
          {alternative ? (
            <BoxWithAlternative {...alternative} {...{ choice, input, current }} />
          ) : isFilled ? (
            <FilledBox {...props} choice={choice} input={input} onRemove={setChoice} />
          ) : (
            <div className="pt-4">
              <ImageUp aria-hidden="true" className="mx-auto mb-2 size-6" strokeWidth={1.5} />
              <p>
                <span className="font-medium text-accent">Upload a file</span> or drag and drop
              </p>
            </div>
          )}
          <p
            id={`${control.id}-kinds`}
            className={`text-xs text-ink-3 ${alternative ? 'mt-1.5 pl-20 text-left' : isFilled ? 'mt-2' : 'pb-3'}`}
          >
            <span>PNG, JPG, GIF up to 10MB</span>
            {hint && <span className="block">{hint}</span>}
          </p>
        </fieldset>
      )}
    </Field>
  );
}

/** A pasted file goes to the drop zone that has the focus, or else to the first one on the page. */
function usePastedFile(
  box: RefObject<HTMLElement | null>,
  input: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { activeElement } = document;
      const target = activeElement?.closest(BOX) ?? document.querySelector(BOX);
      const [pasted] = event.clipboardData?.files ?? [];
      // A copied table is on the clipboard as text and as an image: paste it into a field as text.
      const isText =
        event.clipboardData?.types.includes('text/plain') && !activeElement?.matches(BOX_PART);
      if (!pasted || isText || target !== box.current) return;
      event.preventDefault();
      setFile(input.current, pasted);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [box, input]);
}

const BOX = '[data-file-box]';
const BOX_PART = '[data-file-box] *';
