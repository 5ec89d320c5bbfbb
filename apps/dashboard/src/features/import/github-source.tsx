import { routes } from '@vitrine/contract/routes';
import { type ReactNode, useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { FormError } from '../../components/form/form-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { GithubIcon } from './github-icon.tsx';
import type { Reading } from './import-source.ts';

interface GithubSourceProps {
  /** What was read last, if it is from GitHub. */
  readonly reading: Reading | undefined;
  readonly onRead: (reading: Reading) => void;
  /** Shows the submit button elsewhere. */
  readonly children?: (isPending: boolean) => ReactNode;
}

/** A user name on GitHub, and what was read from there. */
export function GithubSource({ reading, onRead, children }: GithubSourceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef(new AbortController());
  const read = useApiMutation(routes.import.readGithub, {
    quiet: true,
    errorText: () => undefined,
  });
  const { isPending, error } = read;

  function start() {
    if (isPending || !input.current) return;
    abort.current = new AbortController();
    const body = { user: input.current.value };
    read.mutate(
      { body, signal: abort.current.signal },
      { onSuccess: onRead, onError: () => input.current?.focus() },
    );
  }

  return (
    <form
      className="grid min-w-0 gap-3 rounded-lg border border-line bg-card px-4 py-3.5 sm:px-[22px]"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div className="flex items-center gap-4">
        <GithubIcon className="size-[19px] shrink-0 text-ink-2 max-sm:hidden" strokeWidth={1.7} />
        <div className="grid min-w-0 flex-1 gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            GitHub user name
          </label>
          <div className="flex flex-wrap items-center gap-2">
            <Input
              id={id}
              ref={input}
              name="user"
              defaultValue={reading?.name}
              placeholder="ada-example"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              aria-invalid={error !== null}
              aria-describedby={`${id}-status`}
              className="max-w-80 flex-1 basis-40"
            />
            {!children && (
              <Button type="submit" variant="outline" className="max-sm:h-11" isPending={isPending}>
                {isPending ? 'Reading' : 'Read'}
              </Button>
            )}
            {isPending && (
              <Button
                variant="ghost"
                className="max-sm:h-11"
                onClick={() => {
                  abort.current.abort();
                  read.reset();
                  input.current?.focus();
                }}
              >
                Cancel
              </Button>
            )}
          </div>
          <p id={`${id}-status`} role="status" className="text-xs wrap-anywhere text-ink-2">
            {reading && !isPending
              ? `${reading.name}: ${reading.summary}`
              : 'Your server asks GitHub for the public profile and the public repositories.'}
          </p>
        </div>
      </div>
      {error && <FormError>{error.message}</FormError>}
      {children?.(isPending)}
    </form>
  );
}
