import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type AnyRequest,
  API_URL,
  type ApiError,
  type ApiResponse,
  type RequestOf,
} from '../api/call-api.ts';
import type { ApiMutation } from '../api/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

type FieldErrors = Readonly<Record<string, string>>;

interface FormProps<R extends Route> {
  readonly mutation: ApiMutation<R>;
  /** The button's label, and its label while the call is pending. */
  readonly submit: string;
  readonly pending: string;
  readonly resetOnSuccess?: boolean;
  readonly onDone?: (response: ApiResponse<R>) => void;
  readonly onFailure?: (error: ApiError, resend: (extraFields: ExtraFields<R>) => void) => void;
  /** Sent with what the owner typed. */
  readonly extraFields?: ExtraFields<R>;
  readonly wide?: boolean;
  /** Other buttons, before the submit button. */
  readonly actions?: ReactNode;
  /** Fills a panel: the fields scroll, and the buttons stay at the bottom. */
  readonly inPanel?: boolean;
  readonly children: ReactNode;
}

type ExtraFields<R extends Route> = Readonly<Partial<Record<FieldNameOf<R>, string>>>;

export type FormPropsOf<R extends Route> = FormProps<R> & Pick<RequestOf<R>, 'params'>;

/**
 * An uncontrolled form: the browser holds what is typed, so a failed call cannot lose it. Field
 * errors from the host appear next to the fields that they name.
 */
export function Form<R extends Route>(props: FormPropsOf<R>): ReactNode;
export function Form(props: FormPropsOf<Route>) {
  const { mutation, params, onDone, onFailure, extraFields, inPanel, children } = props;
  const { resetOnSuccess = true } = props;
  const form = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useFieldErrors(form);
  const upload = useUpload();
  const idempotencyKey = useRef('');
  // A ref, because a second click can come before the next render.
  const isSending = useRef(false);
  const markSaved = useUnsavedForm(form);

  function send(moreFields: ExtraFields<Route> = {}) {
    if (!form.current || isSending.current) return;
    isSending.current = true;
    const body = fieldsFirst(new FormData(form.current), { ...extraFields, ...moreFields });
    // A retry after a lost response must not add the item twice. Other hosts do not know this header.
    idempotencyKey.current ||= randomKey();
    const content = contentOf(form.current);
    const headers = API_URL === '' ? { 'idempotency-key': idempotencyKey.current } : {};
    setFieldErrors({});
    mutation.mutate(
      { ...(params && { params }), body, headers, ...upload.begin(body) },
      {
        onSuccess(response) {
          isSending.current = false;
          idempotencyKey.current = '';
          // Keep what was typed while the request was pending.
          const isSaved = contentOf(form.current) === content;
          if (isSaved) {
            // Render now: the file fields are part of what counts as saved.
            flushSync(() => (resetOnSuccess ? resetForm(form.current) : clearFiles(form.current)));
            markSaved();
          }
          onDone?.(response);
          // `onDone` can change the form's values.
          if (isSaved) markSaved();
        },
        onError(error) {
          isSending.current = false;
          setFieldErrors(error.fields);
          onFailure?.(error, send);
        },
        onSettled: upload.end,
      },
    );
  }

  function clearError(event: FormEvent) {
    idempotencyKey.current = '';
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
    if (name !== null && name in fieldErrors)
      setFieldErrors(({ [name]: _fixed, ...others }) => others);
  }

  return (
    <FieldErrorsContext value={fieldErrors}>
      <form
        ref={form}
        className={inPanel ? 'grid flex-1 grid-cols-1 grid-rows-[1fr_auto]' : 'grid gap-[18px]'}
        onInput={clearError}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <FormFooter
          {...props}
          percent={upload.percent}
          onCancel={() => {
            upload.cancel();
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
        />
      </form>
    </FieldErrorsContext>
  );
}

interface FormFooterProps
  extends Pick<
    FormProps<Route>,
    'mutation' | 'submit' | 'pending' | 'wide' | 'actions' | 'inPanel'
  > {
  /** The progress of an upload. */
  readonly percent: number | undefined;
  readonly onCancel: () => void;
}

function FormFooter(props: FormFooterProps) {
  const { mutation, submit, pending, wide, actions, inPanel, percent, onCancel } = props;
  return (
    <div
      className={`flex flex-wrap items-center justify-end gap-x-4 gap-y-3 ${inPanel ? 'sticky bottom-0 z-10 border-t border-line bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-6' : ''}`}
    >
      {percent !== undefined && <UploadProgress percent={percent} onCancel={onCancel} />}
      {actions}
      <Button
        type="submit"
        size={wide ? 'lg' : 'default'}
        className={wide ? 'w-full' : ''}
        // Not `disabled`, which would drop the focus. `send` ignores a second click.
        aria-disabled={mutation.isPending}
      >
        {mutation.isPending && <Spinner />}
        {mutation.isPending ? pending : submit}
      </Button>
    </div>
  );
}

interface UploadProgressProps {
  readonly percent: number;
  readonly onCancel: () => void;
}

function UploadProgress({ percent, onCancel }: UploadProgressProps) {
  return (
    <div className="flex min-w-52 flex-1 items-center gap-3">
      <Progress value={percent} aria-label="Upload progress" className="flex-1" />
      <span className="w-9 text-right text-xs text-ink-2 tabular-nums">{Math.round(percent)}%</span>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** Focuses the first invalid field after it has rendered as invalid. */
function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, fieldErrors]);
  return [fieldErrors, setFieldErrors] as const;
}

const FieldErrorsContext = createContext<FieldErrors>({});

/** The host's error for one field of the surrounding form. */
export function useFieldError<R extends Route>(
  name: FieldNameOf<R> | FileNameOf<R>,
): string | undefined {
  return useContext(FieldErrorsContext)[name];
}

/** Progress and cancellation of an upload. Progress appears after half a second. */
function useUpload() {
  const [percent, setPercent] = useState<number>();
  const controller = useRef(new AbortController());
  return {
    percent,
    begin(body: FormData): Pick<AnyRequest, 'onProgress' | 'signal'> {
      if (![...body.values()].some((value) => value instanceof File)) return {};
      controller.current = new AbortController();
      const visibleFrom = performance.now() + 500;
      return {
        signal: controller.current.signal,
        onProgress: (now) => {
          if (performance.now() > visibleFrom) setPercent(now);
        },
      };
    },
    cancel: () => controller.current.abort(),
    end: () => setPercent(undefined),
  };
}

/** Registers the form's unsaved changes. Returns a function to call once they are saved. */
function useUnsavedForm(form: RefObject<HTMLFormElement | null>): () => void {
  const saved = useRef('');
  const markSaved = useCallback(() => {
    saved.current = contentOf(form.current);
  }, [form]);
  useEffect(markSaved, [markSaved]);
  useUnsavedChanges(useCallback(() => contentOf(form.current) !== saved.current, [form]));
  return markSaved;
}

function contentOf(form: HTMLFormElement | null): string {
  if (!form) return '';
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size] : value,
  ]);
  return JSON.stringify(entries);
}

/** Empties the form. If the focus is in it, it moves to the first field for the next entry. */
function resetForm(form: HTMLFormElement | null): void {
  form?.reset();
  if (form?.contains(document.activeElement))
    form.querySelector<HTMLElement>('input:not([hidden], [type=hidden]), textarea')?.focus();
}

/** Clears the file inputs after an upload, so that the fields show the stored files. */
function clearFiles(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? []) {
    input.value = '';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Puts files last, so that the host can check the fields first, and leaves out empty file inputs. */
function fieldsFirst(form: FormData, extraFields: Readonly<Record<string, string>>): FormData {
  const body = new FormData();
  const entries = [...form, ...Object.entries(extraFields)];
  for (const [name, value] of entries) if (typeof value === 'string') body.set(name, value);
  // An empty file input adds a file without a name.
  for (const [name, value] of entries)
    if (value instanceof File && (value.name !== '' || value.size > 0)) body.set(name, value);
  return body;
}

/** Not `crypto.randomUUID`, which is missing on plain HTTP, such as in a home network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  );
}
