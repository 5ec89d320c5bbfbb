import { COPY_STEPS, type CopyKind, type CopyStepName } from '@vitrine/contract/options';
import { Check, Minus, X } from 'lucide-react';
import type { Step } from './copy-queries.ts';

const NAMES: Readonly<Record<CopyKind, Readonly<Record<CopyStepName, string>>>> = {
  github: {
    reach: 'Find the repository',
    write: 'Write a file to the branch',
    read: 'Read the file back',
  },
  bucket: { reach: 'Find the bucket', write: 'Write a file', read: 'Read the file back' },
  folder: { reach: 'Find the folder', write: 'Write a file', read: 'Read the file back' },
};

const ICONS = { passed: Check, failed: X, skipped: Minus };
const COLORS = { passed: 'text-accent', failed: 'text-danger', skipped: 'text-ink-3' };
const NOT_TESTED = { state: 'skipped', message: '' } as const;
const RESULTS = { passed: 'Passed: ', failed: 'Failed: ', skipped: 'Not tested: ' };

interface TestStepsProps {
  readonly kind: CopyKind;
  /** Undefined before the test. */
  readonly steps: readonly Step[] | undefined;
}

/** The steps of the test, with what each has found. */
export function TestSteps({ kind, steps }: TestStepsProps) {
  return (
    <div role="status">
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {COPY_STEPS.map((name) => {
          const { state, message } = steps?.find((step) => step.name === name) ?? NOT_TESTED;
          const Icon = ICONS[state];
          return (
            <li key={name} className="flex gap-2.5 px-3 py-2">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${COLORS[state]}`} />
              <div className="min-w-0 wrap-anywhere">
                <p className={state === 'passed' ? '' : COLORS[state]}>
                  <span className="sr-only">{RESULTS[state]}</span>
                  {NAMES[kind][name]}
                </p>
                {(state === 'failed' || name === 'reach') && message && (
                  <p className="text-pretty text-ink-2">{message}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
