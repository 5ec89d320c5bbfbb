import { ChevronRight } from 'lucide-react';
import { formatMoment } from '../../components/text/day.ts';
import type { Run } from './copy-queries.ts';
import { countChanges } from './describe-copy.ts';

const KINDS = [
  ['added', 'text-accent'],
  ['changed', ''],
  ['removed', 'text-danger'],
] as const;

/** Which files the last update has changed. The list is closed at first. */
export function ChangedFiles({ run }: { readonly run: Run | null }) {
  if (!run || countChanges(run) === 0) return null;
  return (
    <details className="group col-span-full -mt-1.5 min-w-0 sm:col-start-2">
      <summary className="flex min-h-8 w-fit list-none items-center gap-2 text-sm font-medium text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        What changed {formatMoment(run.startedAt)}
      </summary>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-md border border-line bg-sunk px-3.5 py-3 text-xs/5 max-sm:grid-cols-1">
        {KINDS.map(([name, color]) => {
          const { count, paths } = run[name];
          if (count === 0) return null;
          const rest = count - paths.length;
          return (
            <div key={name} className="contents">
              <dt className={`font-medium tabular-nums ${color}`}>
                {count.toLocaleString()} {name}
              </dt>
              <dd className="font-mono wrap-anywhere max-sm:-mt-2">
                {paths.join(', ')}
                {rest > 0 && ` and ${rest.toLocaleString()} more`}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
