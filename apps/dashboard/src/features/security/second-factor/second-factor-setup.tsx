import { routes } from '@vitrine/contract/routes';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ApiResponse } from '../../../api/call-api.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { CodeInput } from '../../../components/field/code-input.tsx';
import { useFocusHeadingOnUnmount } from '../../../components/page/use-focus-heading-on-unmount.ts';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { QrCode } from './qr-code.tsx';

interface SecondFactorSetupProps {
  readonly setup: ApiResponse<typeof routes.secondFactor.setUp>;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  /** Called if the response to an earlier attempt was lost, or another browser turned it on. */
  readonly onAlreadyOn: (message: string) => void;
}

/** The setup, in the card: the QR code, the key, and the field for the first code. */
export function SecondFactorSetup({ setup, onDone, onAlreadyOn }: SecondFactorSetupProps) {
  const root = useRef<HTMLDivElement>(null);
  useFocusHeadingOnUnmount(root);
  return (
    <div
      ref={root}
      className="grid gap-5 border-t border-line p-4 sm:grid-cols-[176px_minmax(0,1fr)] sm:gap-7 sm:p-[22px]"
    >
      <div className="size-44 rounded-md border border-line-2 bg-[#fff] p-3">
        <QrCode text={setup.url} label="QR code for your authenticator app" />
      </div>
      <ol className="grid content-start gap-5">
        <Step number={1}>
          <p className="font-medium">Scan the code with an authenticator app</p>
          {/* A phone cannot scan itself. */}
          <Button asChild variant="outline" className="mt-2 mb-2 sm:hidden">
            <a href={setup.url}>Open your authenticator app</a>
          </Button>
          <p className="text-sm text-ink-2">Or type this key by hand:</p>
          <SetupKey secret={setup.secret} />
        </Step>
        <Step number={2}>
          <CodeForm onDone={onDone} onAlreadyOn={onAlreadyOn} />
        </Step>
      </ol>
    </div>
  );
}

function Step({
  number,
  children,
}: {
  readonly number: number;
  readonly children: React.ReactNode;
}) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full border border-line-2 text-xs text-ink-2 tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function SetupKey({ secret }: { readonly secret: string }) {
  return (
    <p className="mt-1 flex items-center gap-2">
      <span className="min-w-0 font-mono text-sm wrap-anywhere">
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </span>
      <CopyButton text={secret} name="Key" label="Copy the key" />
    </p>
  );
}

function CodeForm({ onDone, onAlreadyOn }: Omit<SecondFactorSetupProps, 'setup'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const turnOn = useApiMutation(routes.secondFactor.turnOn, {
    quiet: true,
    errorText: () => undefined,
    reloads: ['second-factor', 'audit'],
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setError('');
    turnOn.mutate(
      { body: { code: input.current?.value ?? '' } },
      {
        onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        onError(failure) {
          if (failure.status === 409) return onAlreadyOn(failure.message);
          setError(failure.message);
          input.current?.select();
        },
      },
    );
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="font-medium">
        Enter the 6 digits it shows
      </label>
      <div className="mt-2 flex gap-2">
        <CodeInput
          ref={input}
          id={id}
          name="code"
          aria-invalid={error !== ''}
          aria-describedby={`${id}-hint ${id}-error`}
          className="sm:max-w-[196px]"
          onInput={() => setError('')}
        />
        <Button type="submit" className="h-11" isPending={turnOn.isPending}>
          Turn on
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger empty:hidden">
        {error}
      </p>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-3">
        Next, you get ten recovery codes to keep.
      </p>
    </form>
  );
}
