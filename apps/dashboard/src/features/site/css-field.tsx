import { MAX_CUSTOM_CSS } from '@vitrine/contract/options';
import { CircleAlert } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import type { Site } from './site-queries.ts';

type CssError = Site['cssErrors'][number];

interface CssFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the host found in the last version that was saved. */
  readonly errors: readonly CssError[];
}

/** A text box for the owner's CSS, with line numbers and errors. */
export function CssField({ value, onChange, errors }: CssFieldProps) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const lineCount = value.split('\n').length;
  const gutter = useMemo(
    () => Array.from({ length: lineCount }, (_, index) => index + 1).join('\n'),
    [lineCount],
  );
  const isTooLong = value.length > MAX_CUSTOM_CSS;
  const hasError = errors.length > 0 || isTooLong;
  const marks = marksOf(errors);

  function show({ line, column }: CssError) {
    const lines = value.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = start + (lines[line - 1]?.length ?? 0);
    text.current?.focus();
    text.current?.setSelectionRange(Math.min(start + column - 1, end), end);
  }

  return (
    <>
      <div
        className={`flex overflow-clip rounded-md border bg-card font-mono text-xs leading-(--line) [--line:20px] focus-within:ring-3 max-sm:text-[1rem] max-sm:[--line:24px] ${hasError ? 'border-danger focus-within:ring-danger-soft' : 'border-edge focus-within:border-accent focus-within:ring-accent-soft'}`}
      >
        <pre
          ref={numbers}
          aria-hidden="true"
          style={marks}
          className="h-0 min-h-full shrink-0 overflow-hidden py-2 pr-2.5 pl-3 text-right font-[inherit] text-ink-3 tabular-nums"
        >
          {gutter}
        </pre>
        <textarea
          ref={text}
          aria-label="Custom CSS"
          aria-invalid={hasError}
          aria-describedby={`${id}-errors ${id}-hint`}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          placeholder=".intro { letter-spacing: 0.01em; }"
          style={marks}
          className="field-sizing-content max-h-80 min-h-30 w-full min-w-0 resize-none overscroll-contain py-2 pr-3 outline-none"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <div id={`${id}-errors`} role="alert" className="grid gap-1 text-sm text-danger empty:hidden">
        {errors.map((error) => (
          <p key={`${error.line} ${error.column} ${error.message}`} className="flex gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <button
                type="button"
                className="underline underline-offset-3"
                onClick={() => show(error)}
              >
                Line {error.line}, column {error.column}
              </button>
              : {error.message}
            </span>
          </p>
        ))}
      </div>
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        <span className={isTooLong ? 'font-medium text-danger' : ''}>
          {value.length.toLocaleString('en')} of {MAX_CUSTOM_CSS.toLocaleString('en')} characters.
        </span>{' '}
        {hasError ? 'Pages use the last version without errors.' : 'It applies after the theme.'}
      </p>
    </>
  );
}

/** Paints the lines with errors. The background scrolls with the text. */
function marksOf(errors: readonly CssError[]) {
  return {
    backgroundImage: errors
      .map(() => 'linear-gradient(var(--danger-soft), var(--danger-soft))')
      .join(),
    backgroundPosition: errors
      .map(({ line }) => `0 calc(0.5rem + ${line - 1} * var(--line))`)
      .join(),
    backgroundSize: '100% var(--line)',
    backgroundRepeat: 'no-repeat',
    backgroundAttachment: 'local',
  };
}
