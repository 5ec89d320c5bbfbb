import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { FileText, ImageUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFieldError } from '../form/field-errors.ts';
import { setFile } from '../form/set-value.ts';

export interface FileFieldProps<R extends Route> {
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
  readonly isOptional?: boolean | undefined;
  /** The field that is sent to remove the stored file. Without it, there is no Remove. */
  readonly removeName?: FieldNameOf<R>;
  /** The value of that field, if it is not `true`. */
  readonly removeValue?: string;
  readonly alternative?: Alternative<R>;
}

/** Something that can be chosen instead of a file, such as an icon from a search. */
interface Alternative<R extends Route> {
  /** The field that is sent instead of the file. */
  readonly name: FieldNameOf<R>;
  readonly chosen:
    | { readonly value: string; readonly title: string; readonly isRemoval: boolean }
    | undefined;
  /** Replaces the picture of the stored file. */
  readonly picture: ReactNode;
  readonly button: ReactNode;
  /** Called when a file is chosen instead, and when the choice is taken back. */
  readonly onReset: () => void;
  /** Removes the stored file. */
  readonly onRemove: () => void;
}

type Preview = (url: string, alt: string) => ReactNode;

/** A new file, or the removal of the stored one. */
export type Choice = File | 'removed' | undefined;

interface FilledBoxProps<R extends Route> extends FileFieldProps<R> {
  readonly choice: Choice;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onRemove: (choice: 'removed' | undefined) => void;
}

/** The chosen or stored file, with buttons to replace or remove it. */
export function FilledBox<R extends Route>(props: FilledBoxProps<R>) {
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
export function BoxWithAlternative<R extends Route>(props: BoxWithAlternativeProps<R>) {
  const { name, chosen, picture, button, choice, input, current, onReset, onRemove } = props;
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
          picture || current || <ImageUp aria-hidden="true" className="size-6" strokeWidth={1.5} />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {button}
          <p>
            <span className="font-medium text-accent">Upload a file</span> or drag and drop
          </p>
        </div>
        {/* As high as its button, so that a suggestion moves nothing. */}
        <div className="mt-1.5 flex min-h-7 items-center">
          <p role="status" className="line-clamp-2 text-sm wrap-anywhere">
            {title}
          </p>
          {title === '' && (
            <p className="text-sm text-ink-3">
              {picture ? 'First letter of the title' : 'No icon yet'}
            </p>
          )}
          {(file || chosen || current) && (
            <Button
              variant="ghost"
              size="sm"
              className="relative ml-1"
              onClick={() => {
                if (!file && !chosen) return onRemove();
                onReset();
                setFile(input.current);
                input.current?.focus();
              }}
            >
              {chosen?.isRemoval ? 'Undo' : 'Remove'}
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
