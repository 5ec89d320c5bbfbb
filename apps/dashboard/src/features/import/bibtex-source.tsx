import { routes } from '@vitrine/contract/routes';
import { useEffect, useId, useRef, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { FormError } from '../../components/form/form-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Reading } from './import-source.ts';
import { Problems } from './problems.tsx';

interface BibtexSourceProps {
  readonly reading: Reading | undefined;
  readonly onRead: (reading: Reading | undefined) => void;
}

/** Waits for a pause in typing. */
const PAUSE_MS = 600;

/** BibTeX or RIS to paste, or to choose as a file. It is read while the owner types. */
export function BibtexSource({ reading, onRead }: BibtexSourceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef(new AbortController());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
  const { mutate, reset, isPending, error } = useApiMutation(routes.import.read, {
    quiet: true,
    errorText: () => undefined,
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      abort.current.abort();
    },
    [],
  );

  function start(value: string, name: string) {
    abort.current.abort();
    reset();
    if (value.trim() === '') return onRead(undefined);
    abort.current = new AbortController();
    mutate(
      { body: new File([value], name), query: { name }, signal: abort.current.signal },
      { onSuccess: onRead },
    );
  }

  async function choose(file: File | undefined) {
    if (!file) return;
    const content = await file.text();
    setText(content);
    start(content, file.name.slice(-255));
  }

  return (
    <div className="grid min-w-0 gap-2 rounded-lg border border-line bg-card px-4 py-3.5 sm:px-[22px]">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          BibTeX
        </label>
        <Button
          variant="outline"
          size="sm"
          className="max-sm:h-9"
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".bib,.ris,.txt,application/x-bibtex,application/x-research-info-systems"
          hidden
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // Choosing the same file again must read it again.
            currentTarget.value = '';
          }}
        />
      </div>
      <Textarea
        id={id}
        rows={9}
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        placeholder={EXAMPLE}
        aria-describedby={`${id}-status`}
        className="font-mono text-sm"
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => start(target.value, 'Pasted text'), PAUSE_MS);
        }}
      />
      <p id={`${id}-status`} role="status" className="text-xs wrap-anywhere text-ink-2">
        {isPending
          ? 'Reading'
          : (reading?.summary ?? 'Vitrine reads the text while you type. RIS works as well.')}
      </p>
      {error && text.trim() !== '' && <FormError>{error.message}</FormError>}
      {reading && <Problems problems={reading.problems} />}
    </div>
  );
}

const EXAMPLE = `@article{lovelace2026,
  title  = {Showing uncertainty to people in a hurry},
  author = {Lovelace, Ada and Anning, Mary},
  year   = {2026}
}`;
