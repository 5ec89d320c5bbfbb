import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { FileText, ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from './field.tsx';

interface FileFieldProps<R extends Route> {
  readonly name: FileNameOf<R>;
  readonly label: string;
  /** What the picker offers first; anything may be sent, the host decides. */
  readonly accept: string;
  /** Beyond the usual kinds, as in 'A PDF works too.' */
  readonly also?: string;
  /** What is there already. */
  readonly current?: ReactNode;
  /** Shows a picture that was chosen, when it is not shown as a whole. */
  readonly preview?: Preview;
  /** Sent as true to remove what is there; a host that does not know it is not offered it. */
  readonly removeName?: FieldNameOf<R>;
}

type Preview = (url: string, alt: string) => ReactNode;

/** A box for one file: picked, dropped or pasted, then shown, replaced or taken out again. */
export function FileField<R extends Route>(props: FileFieldProps<R>) {
  const { name, label, accept, also, current, removeName } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const form = input.current?.form;
    const clear = () => setChoice(undefined);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  // A picture pasted anywhere on the page goes to the box that has the focus, else to the first.
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { activeElement } = document;
      const target = activeElement?.closest(BOX) ?? document.querySelector(BOX);
      const [pasted] = event.clipboardData?.files ?? [];
      // A table copied from elsewhere comes as text and as a picture; into a field it goes as text.
      const isText =
        event.clipboardData?.types.includes('text/plain') && !activeElement?.matches(BOX_PART);
      if (!pasted || isText || target !== box.current) return;
      event.preventDefault();
      put(input.current, pasted);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) put(input.current, dropped);
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
            onChange={(event) => setChoice(event.target.files?.[0])}
          />
          {choice === 'removed' && <input type="hidden" name={removeName} value="true" />}
          {isFilled ? (
            <Filled {...props} choice={choice} input={input} onRemove={setChoice} />
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
            className={`text-xs text-ink-3 ${isFilled ? 'mt-2' : 'pb-3'}`}
          >
            <span>PNG, JPG, GIF up to 10MB</span>
            {also && <span className="block">{also}</span>}
          </p>
        </fieldset>
      )}
    </Field>
  );
}

/** A file to send, or the wish to have none. */
type Choice = File | 'removed' | undefined;

interface FilledProps<R extends Route> extends FileFieldProps<R> {
  readonly choice: Choice;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onRemove: (choice: 'removed' | undefined) => void;
}

/** The file that was chosen, or what is there already, and what can be done with it. */
function Filled<R extends Route>(props: FilledProps<R>) {
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
        {file ? file.name : isRemoved ? 'Removed when you save' : stored}
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
              put(input.current);
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

const BOX = '[data-file-box]';
const BOX_PART = '[data-file-box] *';

interface FilePreviewProps {
  readonly file: File;
  readonly preview: Preview | undefined;
}

function FilePreview({ file, preview }: FilePreviewProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
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

/** As if the person had picked it: the form, and whoever watches it, must know. */
function put(input: HTMLInputElement | null, file?: File): void {
  if (!input) return;
  const files = new DataTransfer();
  if (file) files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
