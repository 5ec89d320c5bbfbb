import { type RefObject, Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { CaseStudyFieldProps, EditorProps, Pane } from './case-study-props.ts';

const PANES: readonly (readonly [Pane, string])[] = [
  ['write', 'Write'],
  ['preview', 'Preview'],
];

const CaseStudyEditor = lazyPart(
  () => import('./editor/case-study-editor.tsx').then((file) => file.CaseStudyEditor),
  PlainEditor,
);

/** A section of a form to write a case study in. Its editor is a chunk of its own. */
export function CaseStudyField(props: CaseStudyFieldProps) {
  const { id, label, error, hasNoPreview = false } = props;
  const section = useRef<HTMLElement>(null);
  const isWide = useIsWide(section);
  const [pane, setPane] = useState<Pane>('write');
  const baseId = useId();
  const errorId = `${baseId}-error`;
  return (
    <Card ref={section} id={id} aria-labelledby={baseId}>
      <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-4 py-2.5 sm:px-[22px]">
        <h2 id={baseId} className="text-xl">
          {label}
        </h2>
        {isWide || hasNoPreview ? (
          <Button asChild variant="ghost" size="sm">
            <a href="https://commonmark.org/help/" target="_blank" rel="noreferrer">
              Markdown help
            </a>
          </Button>
        ) : (
          <PaneTabs baseId={baseId} label={label} pane={pane} onChange={setPane} />
        )}
      </div>
      {error && (
        <p id={errorId} className="border-b border-line px-4 py-2 text-sm text-danger sm:px-[22px]">
          {error}
        </p>
      )}
      <Suspense fallback={<EditorSkeleton />}>
        <CaseStudyEditor
          {...props}
          baseId={baseId}
          errorId={errorId}
          panes={hasNoPreview ? ['write'] : isWide ? ['write', 'preview'] : [pane]}
        />
      </Suspense>
    </Card>
  );
}

interface PaneTabsProps {
  readonly baseId: string;
  readonly label: string;
  readonly pane: Pane;
  readonly onChange: (pane: Pane) => void;
}

function PaneTabs({ baseId, label, pane, onChange }: PaneTabsProps) {
  return (
    <div
      role="tablist"
      aria-label={label}
      className="flex rounded-md border border-line bg-sunk p-0.5"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        onChange(pane === 'write' ? 'preview' : 'write');
        currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
      }}
    >
      {PANES.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === pane}
          aria-controls={`${baseId}-${name}`}
          tabIndex={name === pane ? 0 : -1}
          className="h-8 rounded-[6px] px-3 text-sm font-medium text-ink-2 aria-selected:bg-card aria-selected:text-ink aria-selected:ring-1 aria-selected:ring-line-2"
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** If the editor does not load, the text can be edited all the same. */
function PlainEditor({ label, value, onChange, error, errorId }: EditorProps) {
  return (
    <Textarea
      aria-label={label}
      aria-invalid={error !== undefined}
      aria-describedby={error && errorId}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-80 rounded-none border-0"
    />
  );
}

function EditorSkeleton() {
  return (
    <div aria-busy="true" className="grid h-145 content-start gap-3 p-4 sm:h-[46rem] sm:p-[22px]">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}

/** Whether there is room for two panes. */
function useIsWide(section: RefObject<HTMLElement | null>): boolean {
  const [isWide, setIsWide] = useState(true);
  useLayoutEffect(() => {
    const element = section.current;
    if (!element) return;
    const measure = () => setIsWide(element.clientWidth >= 600);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [section]);
  return isWide;
}
