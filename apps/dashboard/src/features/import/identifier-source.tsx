import { routes } from '@vitrine/contract/routes';
import { useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { FormError } from '../../components/form/form-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Reading } from './import-source.ts';
import { Problems } from './problems.tsx';

interface IdentifierSourceProps {
  readonly source: 'doi' | 'orcid';
  readonly reading: Reading | undefined;
  readonly onRead: (reading: Reading | undefined) => void;
}

/** DOIs or an ORCID iD, which the server looks up. */
export function IdentifierSource({ source, reading, onRead }: IdentifierSourceProps) {
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const options = { quiet: true, errorText: () => undefined } as const;
  const readDoi = useApiMutation(routes.import.readDoi, options);
  const readOrcid = useApiMutation(routes.import.readOrcid, options);
  const { isPending, error } = source === 'doi' ? readDoi : readOrcid;

  function start() {
    const value = field.current?.value.trim() ?? '';
    if (isPending) return;
    const events = { onSuccess: onRead, onError: () => field.current?.focus() };
    const lines = value.split(/[\s,;]+/).filter(Boolean);
    if (source === 'doi') readDoi.mutate({ body: { dois: lines } }, events);
    else readOrcid.mutate({ body: { id: value } }, events);
  }

  const control = {
    id,
    ref: field,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-status`,
  } as const;
  const message = error && (Object.values(error.fields ?? {})[0] ?? error.message);
  return (
    <form
      className="grid min-w-0 gap-2 rounded-lg border border-line bg-card px-4 py-3.5 sm:px-[22px]"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {source === 'doi' ? 'DOI' : 'ORCID iD'}
      </label>
      <div className="flex flex-wrap items-end gap-2">
        {source === 'doi' ? (
          <Textarea
            {...control}
            rows={3}
            placeholder="10.1000/182"
            className="max-w-120 flex-1 basis-60 font-mono text-sm"
          />
        ) : (
          <Input
            {...control}
            placeholder="0000-0002-1825-0097"
            className="max-w-80 flex-1 basis-50 font-mono text-sm"
          />
        )}
        <Button type="submit" variant="outline" className="max-sm:h-11" isPending={isPending}>
          {isPending ? 'Reading' : source === 'doi' ? 'Find publications' : 'Find works'}
        </Button>
      </div>
      <p id={`${id}-status`} role="status" className="text-xs wrap-anywhere text-ink-2">
        {reading && !isPending ? `${reading.summary}. ` : ''}
        {source === 'doi'
          ? 'Your server asks doi.org. Your visitors never do.'
          : 'Your server asks ORCID for your public works. Your visitors never do.'}
      </p>
      {message && <FormError>{message}</FormError>}
      {reading && <Problems problems={reading.problems} />}
    </form>
  );
}
