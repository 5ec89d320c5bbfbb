import { Fragment } from 'react';

/** The keys of a shortcut. Single letters are pressed one after the other, as in 'G then D'. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  const isSequence = keys.length > 1 && keys.every((key) => /^[A-Z]$/.test(key));
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-3">
      {keys.map((key, index) => (
        <Fragment key={key + String(index)}>
          {isSequence && index > 0 && 'then'}
          <kbd className="rounded-sm border border-b-2 border-line-2 bg-card px-1.5 py-px font-sans text-xs font-medium whitespace-nowrap text-ink-2">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
