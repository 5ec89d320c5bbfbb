import type { Route } from '@vitrine/contract/routes';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnyRequest } from '../../api/call-api.ts';
import { useCan } from '../../api/capabilities.ts';
import { randomKey } from '../random-key.ts';
import { clearFiles, fieldsFirst, resetForm } from './form-content.ts';
import type { FormPropsOf } from './form-props.ts';
import type { Resend } from './use-resend.ts';
import type { UnsavedForm } from './use-unsaved-form.ts';

interface SendOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Undefined if the form adds an item. */
  readonly id: string | undefined;
  readonly unsaved: UnsavedForm;
  readonly resend: Resend;
  readonly onErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** Sends the form. What was typed is lost neither by an error nor while the request is pending. */
export function useSendForm(props: FormPropsOf<Route>, options: SendOptions) {
  const { mutation, params, extraFields = {}, verbatim = [], onDone, onFailure } = props;
  const { resetOnSuccess = true, resends = true, undo } = props;
  const { form, id, unsaved, resend, onErrors } = options;
  const { content, markSaved, autosave } = unsaved;
  const can = useCan();
  const upload = useUpload();
  const idempotencyKey = useRef('');
  // A ref, because a second click can come before the next render.
  const isSending = useRef(false);

  function send() {
    if (!form.current || isSending.current) return;
    isSending.current = true;
    const body = fieldsFirst(new FormData(form.current), extraFields, verbatim);
    // A retry after a lost response must not add the item twice.
    idempotencyKey.current ||= randomKey();
    const sent = content();
    const headers = can.idempotency ? { 'idempotency-key': idempotencyKey.current } : {};
    onErrors({});
    const isRetry = resend.isWaiting();
    mutation.mutate(
      {
        ...(params && { params }),
        ...(undo && { undo }),
        body,
        headers,
        isRetry,
        ...upload.begin(body),
      },
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
          // A host without such keys would add an item twice if only the response was lost.
          const canRepeat = can.idempotency || id !== undefined || !navigator.onLine;
          if (resends) resend.decide(error, canRepeat, send);
          onErrors(error.fields);
          onFailure?.(error);
        },
        onSettled: upload.end,
      },
    );
  }

  return { send, upload };
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
