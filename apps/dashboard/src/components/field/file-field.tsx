import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { FileText, ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFieldError } from '../form/field-errors.ts';
import { setFile } from '../form/set-value.ts';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';
import { Field } from './field.tsx';

interface FileFieldProps<R extends Route> {
  readonly name: FileNameOf<R>;
  readonly label: string;
  /** Preselects file types in the picker. The host decides what it accepts. */
  readonly accept: string;
  /** A second hint, as in 'A PDF works too.' */
  readonly hint?: string;
  /** The stored file. */
  readonly current?: ReactNode;
  /** Replaces the default preview of a chosen image. */
  readonly preview?: Preview;
  /** The field that is sent as `true` to remove the stored file. Without it, there is no Remove. */
  readonly removeName?: FieldNameOf<R>;
  readonly alternative?: Alternative<R>;
}

/** Something that can be chosen instead of a file, such as an icon from a search. */
interface Alternative<R extends Route> {
  /** The field that is sent instead of the file. */
  readonly name: FieldNameOf<R>;
  readonly chosen: { readonly value: string; readonly title: string } | undefined;
  readonly picture: ReactNode;
  readonly button: ReactNode;
  readonly onRemove: () => void;
}

type Preview = (url: string, alt: string) => ReactNode;

/** A drop zone for one file, which can also be picked or pasted. */
export function FileField<R extends Route>(props: FileFieldProps<R>) {
  const { name, label, accept, hint, current, removeName, alternative } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const [isOver, setIsOver] = useState(false);
  usePastedFile(box, input);
  useRestorer(removeName, () => setChoice('removed'));
  const chosenName = alternative?.chosen?.value;

  useEffect(() => {
    if (chosenName !== undefined) setFile(input.current);
  }, [chosenName]);

  useFormReset(input, () => setChoice(undefined));

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) setFile(input.current, dropped);
  }

  const isFilled = choice instanceof File || current !== undefined;

  return (
    <Field<R> name={name} label={label}>
      {(control) => (
        <fieldset
          ref={box}
          data-file-box=""
          aria-label={label}
          className={`relative min-w-0 rounded-lg border-[1.5px] border-dashed bg-sunk p-4 text-center text-ink-2 transition-colors has-focus-visible:border-accent has-focus-visible:ring-3 has-focus-visible:ring-accent-soft has-aria-invalid:border-danger ${isFilled ? 'content-start' : 'content-center'} ${isOver ? 'border-accent bg-accent-soft' : 'border-edge'}`}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
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
              if (file) alternative?.onRemove();
            }}
          />
          {choice === 'removed' && <input type="hidden" name={removeName} value="true" />}
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

/** A new file, or the removal of the stored one. */
type Choice = File | 'removed' | undefined;

interface FilledBoxProps<R extends Route> extends FileFieldProps<R> {
  readonly choice: Choice;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onRemove: (choice: 'removed' | undefined) => void;
}

/** The chosen or stored file, with buttons to replace or remove it. */
function FilledBox<R extends Route>(props: FilledBoxProps<R>) {
  const { accept, current, preview, removeName, choice, input, onRemove } = props;
  const isRemoved = choice === 'removed';
  const file = choice instanceof File ? choice : undefined;
  const stored = accept === 'image/*' ? 'Current image' : 'Current file';
  return (
    <>
      {file ? (
        <FilePreview file={file} preview={preview} />
      ) : (
        <div className={isRemoved ? 'opacity-30 grayscale' : ''}>{current}</div>
      )}
      <p role="status" className="mt-3 truncate text-sm">
        {file ? file.name : isRemoved ? 'Will be removed when you save' : stored}
      </p>
      <div className="mt-2 flex justify-center gap-2">
        <Button
          variant="outline"
          size="sm"
          className="relative"
          onClick={() => input.current?.click()}
        >
          Replace
        </Button>
        {file && (
          <Button
            variant="ghost"
            size="sm"
            className="relative"
            onClick={() => {
              setFile(input.current);
              input.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
        {!file && removeName !== undefined && (
          <Button
            variant="ghost"
            size="sm"
            className="relative"
            onClick={() => onRemove(isRemoved ? undefined : 'removed')}
          >
            {isRemoved ? 'Undo' : 'Remove'}
          </Button>
        )}
      </div>
    </>
  );
}

interface BoxWithAlternativeProps<R extends Route> extends Alternative<R> {
  readonly choice: Choice;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly current: ReactNode;
}

/** Two equal ways to fill the field, next to what is chosen or stored. */
function BoxWithAlternative<R extends Route>(props: BoxWithAlternativeProps<R>) {
  const { name, chosen, picture, button, choice, input, current, onRemove } = props;
  const error = useFieldError<R>(name);
  const file = choice instanceof File ? choice : undefined;
  const title = file?.name ?? chosen?.title ?? (current === undefined ? '' : 'Current file');
  return (
    <div className="flex items-center gap-4 text-left">
      {chosen && <input type="hidden" name={name} value={chosen.value} />}
      <div className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-card">
        {file ? (
          <FilePreview file={file} preview={smallPreview} />
        ) : (
          ((chosen && picture) ??
          current ?? <ImageUp aria-hidden="true" className="size-6" strokeWidth={1.5} />)
        )}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {button}
          <p>
            <span className="font-medium text-accent">Upload a file</span> or drag and drop
          </p>
        </div>
        <div className="flex items-center gap-1">
          <p role="status" className="truncate text-sm not-empty:mt-1.5">
            {title}
          </p>
          {(file || chosen) && (
            <Button
              variant="ghost"
              size="sm"
              className="relative mt-1.5"
              onClick={() => {
                onRemove();
                setFile(input.current);
                input.current?.focus();
              }}
            >
              Remove
            </Button>
          )}
        </div>
        {error && <p className="text-sm text-danger">{error}</p>}
      </div>
    </div>
  );
}

const smallPreview: Preview = (url, alt) => (
  <img src={url} alt={alt} className="size-10 object-contain" />
);

interface FilePreviewProps {
  readonly file: File;
  readonly preview: Preview | undefined;
}

function FilePreview({ file, preview }: FilePreviewProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    if (!file.type.startsWith('image/')) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  const alt = `Preview of ${file.name}`;
  if (url !== undefined && preview) return preview(url, alt);
  return (
    <div className="grid h-44 place-items-center">
      {url === undefined ? (
        <FileText aria-hidden="true" className="size-8" strokeWidth={1.5} />
      ) : (
        <img src={url} alt={alt} className="max-h-44 max-w-full rounded-sm object-contain" />
      )}
    </div>
  );
}
