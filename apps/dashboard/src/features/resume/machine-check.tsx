import type { UseQueryResult } from '@tanstack/react-query';
import { Check, CircleAlert, X } from 'lucide-react';
import type { Ref } from 'react';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MachineCheck } from './resume-queries.ts';

interface MachineCheckPanelProps {
  readonly query: UseQueryResult<MachineCheck>;
  /** False if the PDF cannot be made, so that there is nothing to read. */
  readonly hasPdf: boolean;
  readonly onTurnOnContact: () => void;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** What an applicant tracking system reads in the PDF: problems first, then facts and the text. */
export function MachineCheckPanel(props: MachineCheckPanelProps) {
  const { query, hasPdf, onTurnOnContact, heading } = props;
  return (
    <Card aria-labelledby={HEADING}>
      <div className="px-4 pt-3.5 pb-2.5">
        <h2 ref={heading} id={HEADING} tabIndex={-1} className="text-xl outline-none">
          Machine check
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          What an applicant tracking system reads in this PDF.
        </p>
      </div>
      {query.data ? (
        <Result check={query.data} onTurnOnContact={onTurnOnContact} />
      ) : query.error ? (
        <LoadFailure query={query} />
      ) : !hasPdf ? (
        <p className="px-4 pb-5 text-sm text-ink-2">There is no PDF to check.</p>
      ) : (
        <div aria-busy="true" className="grid gap-3 px-4 pt-1 pb-5">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Card>
  );
}

const HEADING = 'machine-check';

interface ResultProps {
  readonly check: MachineCheck;
  readonly onTurnOnContact: () => void;
}

function Result({ check, onTurnOnContact }: ResultProps) {
  const { problems, facts, isInOrder, lines } = check;
  return (
    <>
      <div role="status" className="grid gap-2 px-4 pb-3">
        {problems.length === 0 && (
          <p className="flex items-center gap-2.5 rounded-md border border-line bg-sunk px-3 py-2.5 text-sm">
            <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />
            No problems found
          </p>
        )}
        {problems.map(({ kind, title, text }) => (
          <div
            key={title}
            className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{title}</p>
              <p className="mt-0.5">{text}</p>
              {kind === 'contact-off' && (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2 max-sm:h-9!"
                  onClick={onTurnOnContact}
                >
                  Turn on email and phone
                </Button>
              )}
            </div>
          </div>
        ))}
      </div>
      <ul className="pb-2.5">
        {facts.map(({ label, found, expected }) => (
          <FactRow key={label} label={label} isFound={found >= expected}>
            {expected > 1 ? `${found} of ${expected}` : found >= expected ? 'Found' : 'Not found'}
          </FactRow>
        ))}
        <FactRow label="Reading order" isFound={isInOrder}>
          {isInOrder ? 'Correct' : 'Changed'}
        </FactRow>
      </ul>
      <ReadText lines={lines} />
    </>
  );
}

interface FactRowProps {
  readonly label: string;
  readonly isFound: boolean;
  readonly children: string;
}

function FactRow({ label, isFound, children }: FactRowProps) {
  const FactIcon = isFound ? Check : X;
  return (
    <li
      className={`grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2.5 px-4 py-1.5 text-sm ${isFound ? '' : 'text-danger'}`}
    >
      <FactIcon aria-hidden="true" className={`size-4 ${isFound ? 'text-accent' : ''}`} />
      <span className="wrap-anywhere">{label}</span>
      <span className={`text-xs tabular-nums ${isFound ? 'text-ink-3' : ''}`}>{children}</span>
    </li>
  );
}

/** Marked lines begin with a word, because color alone is not enough. */
function ReadText({ lines }: Pick<MachineCheck, 'lines'>) {
  return (
    <section
      aria-label="Text read from the PDF"
      className="border-t border-line bg-sunk py-3.5 font-mono text-xs leading-[1.65] whitespace-pre-wrap wrap-anywhere"
    >
      {[...lines.entries()].map(([place, { text, state }]) =>
        state === 'found' ? (
          <p key={place} className="px-4">
            {text}
          </p>
        ) : (
          <mark
            key={place}
            className="block border-l-3 border-danger bg-danger-soft py-0.5 pr-4 pl-[13px] text-danger"
          >
            {MARKS[state]}: {text}
          </mark>
        ),
      )}
    </section>
  );
}

const MARKS = { missing: 'Not in the PDF', moved: 'In another place' } as const;
