import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import type { AnyRequest, ApiError, ApiResponse, RequestOf } from '../../api/call-api.ts';
import { useCan } from '../../api/capabilities.ts';
import type { ApiMutation } from '../../api/query-client.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { AutosaveOfferProps } from './autosave-offer.tsx';
import { type FormButtons, FormFooter } from './form-footer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { setValue } from './set-value.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';
import { type FormState, fillFields, RestorersContext, useAutosave } from './use-autosave.ts';
import { useResend } from './use-resend.ts';

/** Rarely needed. If its code does not load, the form works without the offer. */
const AutosaveOffer = lazyPart<AutosaveOfferProps>(
  () => import('./autosave-offer.tsx').then((file) => file.AutosaveOffer),
  () => null,
);

type FieldErrors = Readonly<Record<string, string>>;

interface FormProps<R extends Route> extends FormButtons {
  readonly mutation: ApiMutation<R>;
  readonly resetOnSuccess?: boolean;
  readonly onDone?: (response: ApiResponse<R>) => void;
  readonly onFailure?: (error: ApiError) => void;
  /** Sent with what the owner typed. */
  readonly extraFields?: ExtraFields<R>;
  /** Whether the form adds an item. By default, if the route has no parameters. */
  readonly isNew?: boolean;
  /** What the form holds outside its fields. It counts as unsaved changes and is stored as well. */
  readonly state?: FormState;
  /** Whether a form that could not be sent is sent again when the network returns. True by default. */
  readonly resends?: boolean;
  /** Returns false to not send the form, for example to ask first. */
  readonly onSubmit?: () => boolean;
  /** Sent as files, because a browser changes the line breaks of text fields. */
  readonly verbatim?: readonly FieldNameOf<R>[];
  readonly ref?: RefObject<HTMLFormElement | null>;
  /** Set to a function that changes the fields as if the owner had typed the values. */
  readonly fillRef?: RefObject<FillForm>;
  readonly children: ReactNode;
}

export type FillForm = (fields: readonly (readonly [name: string, value: string])[]) => void;

type ExtraFields<R extends Route> = Readonly<Partial<Record<FieldNameOf<R>, string>>>;

export type FormPropsOf<R extends Route> = FormProps<R> & Pick<RequestOf<R>, 'params'>;

/**
 * An uncontrolled form: the browser holds what is typed, so a failed call cannot lose it. Field
 * errors from the host appear next to the fields that they name.
 */
export function Form<R extends Route>(props: FormPropsOf<R>): ReactNode;
export function Form(props: FormPropsOf<Route>) {
  const { mutation, params, onDone, onFailure, extraFields, inPanel, children } = props;
  const { resetOnSuccess = true, resends = true, onSubmit, verbatim = [] } = props;
  const can = useCan();
  const ownRef = useRef<HTMLFormElement>(null);
  const form = props.ref ?? ownRef;
  const [fieldErrors, setFieldErrors] = useFieldErrors(form);
  const upload = useUpload();
  const idempotencyKey = useRef('');
  // A ref, because a second click can come before the next render.
  const isSending = useRef(false);
  const resend = useResend();
  const { content, markSaved, autosave } = useUnsavedForm(form, props, resend.isWaiting);
  const { fillRef } = props;
  useEffect(() => {
    if (fillRef)
      fillRef.current = (fields) => {
        if (form.current) fillFields(form.current.elements, fields, autosave.restorers);
      };
  });

  function send() {
    if (!form.current || isSending.current) return;
    isSending.current = true;
    const body = fieldsFirst(new FormData(form.current), extraFields ?? {}, verbatim);
    // A retry after a lost response must not add the item twice.
    idempotencyKey.current ||= randomKey();
    const sent = content();
    const headers = can.idempotency ? { 'idempotency-key': idempotencyKey.current } : {};
    setFieldErrors({});
    const isRetry = resend.isWaiting();
    mutation.mutate(
      { ...(params && { params }), body, headers, isRetry, ...upload.begin(body) },
      {
        onSuccess(response) {
          isSending.current = false;
          idempotencyKey.current = '';
          resend.finish();
          // Keep what was typed while the request was pending.
          const isSaved = content() === sent;
          if (isSaved) {
            // Render now: the file fields are part of what counts as saved.
            flushSync(() => (resetOnSuccess ? resetForm(form.current) : clearFiles(form.current)));
            markSaved();
            autosave.remove();
          }
          onDone?.(response);
          // `onDone` can change the form's values.
          if (isSaved) markSaved();
        },
        onError(error) {
          isSending.current = false;
          // Without a response, the request may have been stored: the same key finds out.
          if (error.isClientError) idempotencyKey.current = '';
          if (resends) resend.decide(error, can.idempotency || canRepeat(props), send);
          setFieldErrors(error.fields);
          onFailure?.(error);
        },
        onSettled: upload.end,
      },
    );
  }

  function clearError(event: FormEvent) {
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
    if (name !== null && name in fieldErrors)
      setFieldErrors(({ [name]: _fixed, ...others }) => others);
  }

  return (
    <FieldErrorsContext value={fieldErrors}>
      <Suspense>
        {autosave.offer && <AutosaveOffer {...autosave.offer} inPanel={inPanel} />}
      </Suspense>
      {resend.state && <OfflineBanner state={resend.state} onRetry={resend.retry} />}
      <form
        ref={form}
        className={inPanel ? 'grid flex-1 grid-cols-1 grid-rows-[1fr_auto]' : 'grid gap-[18px]'}
        onInput={clearError}
        onSubmit={(event) => {
          event.preventDefault();
          if (onSubmit?.() ?? true) send();
        }}
      >
        <RestorersContext value={autosave.restorers}>{children}</RestorersContext>
        <FormFooter
          {...props}
          isPending={mutation.isPending}
          percent={upload.percent}
          isWaiting={resend.state === 'network'}
          onCancel={() => {
            upload.cancel();
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
        />
      </form>
    </FieldErrorsContext>
  );
}

/** A host without idempotency keys would add an item twice if only the response was lost. */
function canRepeat({ params, isNew = params === undefined }: FormPropsOf<Route>): boolean {
  return !isNew || !navigator.onLine;
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

type UnsavedFormProps = Pick<FormPropsOf<Route>, 'autosave' | 'params' | 'isNew' | 'state'>;

/** Registers and stores the form's unsaved changes. */
function useUnsavedForm(
  form: RefObject<HTMLFormElement | null>,
  props: UnsavedFormProps,
  isWaiting: () => boolean,
) {
  const { autosave: kind, params, isNew = params === undefined, state } = props;
  const saved = useRef('');
  const latestState = useRef(state);
  useEffect(() => {
    latestState.current = state;
  });
  const content = useCallback(() => contentOf(form.current, latestState.current), [form]);
  const markSaved = useCallback(() => {
    saved.current = content();
  }, [content]);
  const suggestion = useSuggestion(kind !== undefined && isNew);
  useEffect(() => {
    if (suggestion) {
      form.current?.reset();
      setValue(form.current?.elements.namedItem(suggestion.name), suggestion.value);
    }
    markSaved();
  }, [form, markSaved, suggestion]);
  const autosave = useAutosave({
    key: kind && JSON.stringify([kind, isNew ? null : params]),
    isUpdate: !isNew,
    form,
    state,
    content,
    savedContent: () => saved.current,
  });
  useUnsavedChanges(
    useCallback(() => isWaiting() || content() !== saved.current, [isWaiting, content]),
    autosave.remove,
  );
  return { content, markSaved, autosave };
}

/** The name for a new item in the URL, as in `?view=add-skill&title=Rust`. */
function useSuggestion(isNew: boolean): { name: string; value: string } | undefined {
  const [search] = useSearchParams();
  return useMemo(() => {
    const [name, value] = [...search].find(([key]) => key === 'title' || key === 'name') ?? [];
    return isNew && name && value ? { name, value } : undefined;
  }, [isNew, search]);
}

function contentOf(form: HTMLFormElement | null, state: FormState | undefined): string {
  if (!form) return '';
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size] : value,
  ]);
  return JSON.stringify([entries, state?.values]);
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
function fieldsFirst(
  form: FormData,
  extraFields: Readonly<Record<string, string>>,
  verbatim: readonly string[],
): FormData {
  const body = new FormData();
  const entries = [...form, ...Object.entries(extraFields)].map(([name, value]) =>
    typeof value === 'string' && value.includes('\n') && verbatim.includes(name)
      ? ([name, new File([value], `${name}.md`, { type: 'text/markdown' })] as const)
      : ([name, value] as const),
  );
  for (const [name, value] of entries) if (typeof value === 'string') body.set(name, value);
  // An empty file input adds a file without a name.
  for (const [name, value] of entries)
    if (value instanceof File && (value.name !== '' || value.size > 0)) body.set(name, value);
  return body;
}

/** Not `crypto.randomUUID`, which is missing on plain HTTP, such as in a home network. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  );
}
