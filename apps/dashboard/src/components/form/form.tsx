import type { Route } from '@vitrine/contract/routes';
import { type ReactNode, Suspense, useRef } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { AutosaveOfferProps } from './autosave-offer.tsx';
import { FieldErrorsContext, useFieldErrors } from './field-errors.ts';
import { FormFooter } from './form-footer.tsx';
import type { FormPropsOf } from './form-props.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { RestorersContext } from './use-autosave.ts';
import { useResend } from './use-resend.ts';
import { useSendForm } from './use-send-form.ts';
import { useUnsavedForm } from './use-unsaved-form.ts';

/** Rarely needed. If its code does not load, the form works without the offer. */
const AutosaveOffer = lazyPart<AutosaveOfferProps>(
  () => import('./autosave-offer.tsx').then((file) => file.AutosaveOffer),
  () => null,
);

/**
 * An uncontrolled form: the browser holds what is typed, so a failed call cannot lose it. Field
 * errors from the host appear next to the fields that they name.
 */
export function Form<R extends Route>(props: FormPropsOf<R>): ReactNode;
export function Form(props: FormPropsOf<Route>) {
  const { mutation, autosave: kind, params, state, layout, onSubmit, children } = props;
  const ownRef = useRef<HTMLFormElement>(null);
  const form = props.ref ?? ownRef;
  const { errors, setErrors, clearError } = useFieldErrors(form);
  const resend = useResend();
  const id = params?.['id'] || undefined;
  const unsaved = useUnsavedForm({ form, kind, id, state, isWaiting: resend.isWaiting });
  const { send, upload } = useSendForm(props, { form, id, unsaved, resend, onErrors: setErrors });
  const { offer, restorers } = unsaved.autosave;
  const isInPanel = layout === 'panel';
  const isBoxed = isInPanel || layout === 'compose';
  return (
    <FieldErrorsContext value={errors}>
      <Suspense>{offer && <AutosaveOffer {...offer} isInPanel={isBoxed} />}</Suspense>
      {resend.state && <OfflineBanner state={resend.state} onRetry={resend.retry} />}
      <form
        ref={form}
        className={
          isInPanel
            ? 'grid flex-1 grid-cols-1 grid-rows-[1fr_auto]'
            : `grid grid-cols-1 ${isBoxed ? '' : 'gap-[18px]'}`
        }
        onInput={clearError}
        onSubmit={(event) => {
          event.preventDefault();
          if (onSubmit?.() ?? true) send();
        }}
      >
        <RestorersContext value={restorers}>{children}</RestorersContext>
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
