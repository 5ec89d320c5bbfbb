import type { CopyKind } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiError } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { FieldErrorsContext, useFieldErrors } from '../../components/form/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConnectFields } from './connect-fields.tsx';
import type { Copies, Destination, Step } from './copy-queries.ts';
import { addressOf, KINDS } from './describe-copy.ts';
import { TestSteps } from './test-steps.tsx';

interface ConnectDialogProps extends Pick<Copies, 'folderRoot' | 'canUseForm' | 'canUseMail'> {
  readonly kind: CopyKind;
  /** The saved one, if it is changed. */
  readonly destination: Destination | undefined;
  /** The service has saved it, and updates its copy. */
  readonly onSaved: (destination: Destination) => void;
  readonly onClose: () => void;
}

/** Connects a destination, or changes its settings. */
export function ConnectDialog(props: ConnectDialogProps) {
  const { kind, destination, onClose } = props;
  const { connect, description } = KINDS[kind];
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={destination ? `Settings of ${addressOf(destination)}` : connect}
        description={description}
        className="max-w-[560px] wrap-anywhere"
        {...useReturnFocus('input')}
        // A stray click must not lose what was typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <ConnectForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

const META = { reloads: ['copies', 'audit'] } as const;

function ConnectForm({ kind, destination, onSaved, onClose, ...options }: ConnectDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, setErrors, clearError } = useFieldErrors(form);
  const [steps, setSteps] = useState<readonly Step[]>();
  const edits = useRef(0);
  const test = useApiMutation(routes.copy.test, { quiet: true });
  const add = useApiMutation(routes.copy.add, META);
  const update = useApiMutation(routes.copy.update, META);
  const isSaving = add.isPending || update.isPending;
  const isPending = isSaving || test.isPending;
  const hasPassed = steps?.every(({ state }) => state === 'passed') ?? false;

  function fields(more: Readonly<Record<string, string>>): FormData {
    const body = new FormData(form.current ?? undefined);
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    return body;
  }

  const onError = (error: ApiError) => setErrors(error.fields);

  function runTest() {
    if (isPending) return;
    setErrors({});
    setSteps(undefined);
    const body = fields({ kind, ...(destination && { id: destination._id }) });
    const tested = edits.current;
    const onSuccess = (response: { readonly steps: readonly Step[] }) => {
      if (edits.current === tested) setSteps(response.steps);
    };
    test.mutate({ body }, { onSuccess, onError });
  }

  function save() {
    if (isPending) return;
    const onSuccess = (response: { readonly destination: Destination }) => {
      onSaved(response.destination);
      onClose();
    };
    if (!destination) add.mutate({ body: fields({ kind }) }, { onSuccess, onError });
    else
      update.mutate({ params: { id: destination._id }, body: fields({}) }, { onSuccess, onError });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (hasPassed) save();
    else runTest();
  }

  return (
    <FieldErrorsContext value={errors}>
      <form
        ref={form}
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={submit}
        onInput={(event) => {
          clearError(event);
          // What was tested is no longer what would be saved.
          edits.current += 1;
          if (hasPassed) setSteps(undefined);
        }}
      >
        <ConnectFields kind={kind} destination={destination} {...options} />
        <TestSteps kind={kind} steps={steps} />
        <ConnectActions
          isNew={destination === undefined}
          hasTested={steps !== undefined}
          hasPassed={hasPassed}
          isTesting={test.isPending}
          isSaving={isSaving}
          onTest={runTest}
        />
      </form>
    </FieldErrorsContext>
  );
}

interface ConnectActionsProps {
  readonly isNew: boolean;
  readonly hasTested: boolean;
  readonly hasPassed: boolean;
  readonly isTesting: boolean;
  readonly isSaving: boolean;
  readonly onTest: () => void;
}

function ConnectActions(props: ConnectActionsProps) {
  const { isNew, hasTested, hasPassed, isTesting, isSaving, onTest } = props;
  return (
    <DialogActions>
      <DialogClose asChild>
        <Button variant="outline">Cancel</Button>
      </DialogClose>
      <Button variant="outline" isPending={isTesting} onClick={onTest}>
        {isTesting ? 'Testing' : hasTested ? 'Test again' : 'Test'}
      </Button>
      <Button
        type="submit"
        isPending={isSaving}
        aria-disabled={isSaving || !hasPassed}
        // Enter in a field tests first. A click does nothing until then.
        onClick={(event) => {
          if (!hasPassed && event.detail > 0) event.preventDefault();
        }}
      >
        {isNew ? (isSaving ? 'Connecting' : 'Connect') : isSaving ? 'Saving' : 'Save'}
      </Button>
    </DialogActions>
  );
}
