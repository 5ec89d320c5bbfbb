import { routes } from '@vitrine/contract/routes';
import { FileText } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { useFileDrop } from '../../components/field/use-file-drop.ts';
import { FormError } from '../../components/form/form-error.tsx';
import { Button } from '../../ui/button.tsx';
import { type Reading, SOURCES, type SourceDetails } from './import-source.ts';

type FileSourceName = 'linkedin' | 'json-resume' | 'markdown';

interface FileSourceProps {
  readonly source: FileSourceName;
  /** What was read last, if it is from this source. */
  readonly reading: Reading | undefined;
  readonly onRead: (reading: Reading) => void;
  /** Makes one file of several. Without it, only one can be chosen. */
  readonly pack?: (files: readonly File[]) => Promise<File>;
  /** Shows another button that lets the owner choose a file. */
  readonly children?: (isPending: boolean, choose: () => void) => ReactNode;
}

interface FileDetails extends Pick<SourceDetails, 'Icon'> {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
}

const FILES: Readonly<Record<FileSourceName, FileDetails>> = {
  linkedin: {
    Icon: SOURCES.linkedin.Icon,
    label: 'LinkedIn export',
    hint: 'In LinkedIn, open Settings, Data privacy, Get a copy of your data. Choose the ZIP file that you receive, or drop it here.',
    accept: '.zip,application/zip',
  },
  'json-resume': {
    Icon: SOURCES['json-resume'].Icon,
    label: 'JSON Resume',
    hint: 'Choose a file in the JSON Resume format, or drop it here.',
    accept: '.json,application/json',
  },
  markdown: {
    Icon: FileText,
    label: 'Markdown files',
    hint: 'Choose Markdown files and their pictures, or a ZIP file of the folder with your posts. You can also drop them here.',
    accept: '.md,.markdown,.mdx,.zip,image/*',
  },
};

/** A file to choose or to drop, and what was read from it. */
export function FileSource({ source, reading, onRead, pack, children }: FileSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const abort = useRef(new AbortController());
  const { isOver, zone } = useFileDrop((files) => void start(files));
  const [attempt, setAttempt] = useState({ source, name: '' });
  const read = useApiMutation(routes.import.read, { quiet: true, errorText: () => undefined });
  const isPending = read.isPending && attempt.source === source;
  const error = attempt.source === source ? read.error : null;
  const { label, hint, accept, Icon } = FILES[source];

  async function start(files: readonly File[]) {
    const [first] = files;
    if (!first) return;
    abort.current.abort();
    abort.current = new AbortController();
    setAttempt({ source, name: first.name });
    const file = pack ? await pack(files) : first;
    const query = { name: file.name.slice(-255) };
    read.mutate({ body: file, query, signal: abort.current.signal }, { onSuccess: onRead });
  }

  const choose = () => input.current?.click();

  function cancel() {
    abort.current.abort();
    read.reset();
    button.current?.focus();
  }

  return (
    <fieldset
      aria-label={label}
      className={`grid min-w-0 gap-3 rounded-lg border px-4 py-3.5 transition-colors sm:px-[22px] ${reading ? 'border-line' : 'border-dashed border-edge'} ${isOver ? 'border-accent bg-accent-soft' : 'bg-card'}`}
      {...zone}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={pack !== undefined}
        hidden
        onChange={({ currentTarget }) => {
          void start([...(currentTarget.files ?? [])]);
          // Choosing the same file again must read it again.
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 sm:flex-nowrap">
        <Icon aria-hidden="true" className="size-[19px] shrink-0 text-ink-2" strokeWidth={1.7} />
        <p role="status" className="min-w-0 flex-1 basis-48 text-ink-2">
          {isPending ? (
            <span className="wrap-anywhere">Reading {attempt.name}</span>
          ) : reading ? (
            <>
              <span className="block font-medium wrap-anywhere text-ink">{reading.name}</span>
              <span className="block text-xs wrap-anywhere">{reading.summary}</span>
            </>
          ) : (
            hint
          )}
        </p>
        <div className="flex gap-2 max-sm:basis-full max-sm:pl-[35px]">
          <Button
            ref={button}
            variant="outline"
            size={reading ? 'sm' : 'default'}
            className="max-sm:h-9"
            isPending={isPending}
            onClick={choose}
          >
            {isPending
              ? 'Reading'
              : pack
                ? reading
                  ? 'Choose other files'
                  : 'Choose files'
                : reading
                  ? 'Choose another file'
                  : 'Choose a file'}
          </Button>
          {isPending && (
            <Button
              variant="ghost"
              size={reading ? 'sm' : 'default'}
              className="max-sm:h-9"
              onClick={cancel}
            >
              Cancel
            </Button>
          )}
        </div>
      </div>
      {error && <FormError>{error.message}</FormError>}
      {children?.(isPending, choose)}
    </fieldset>
  );
}
