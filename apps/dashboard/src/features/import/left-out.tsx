import { ChevronRight } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import type { Reading } from './import-source.ts';

/** More names than these are counted. */
const MAX_NAMES = 3;

/** What the portfolio already has, and what it has no field for. */
export function LeftOut({ source, existing, unsupported }: Reading) {
  if (existing.length === 0 && unsupported.length === 0) return null;
  const rest = unsupported.length - MAX_NAMES;
  const names = unsupported.slice(0, MAX_NAMES).join(', ');
  return (
    <Card>
      <details className="group">
        <summary className="flex min-h-14 list-none items-center gap-2.5 px-4 py-2.5 focus-visible:-outline-offset-2 sm:px-[22px] [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 wrap-anywhere">
            {existing.length > 0 && (
              <span className="font-medium">{existing.length} already in your portfolio</span>
            )}
            {unsupported.length > 0 && (
              <span className="text-sm text-ink-2">
                {existing.length > 0 && ', and '}
                {unsupported.length}{' '}
                {source === 'markdown' ? 'not imported' : 'that Vitrine has no field for'}: {names}
                {rest > 0 && ` and ${rest} more`}
              </span>
            )}
          </span>
        </summary>
        <div className="grid gap-5 border-t border-line px-4 py-4 text-sm sm:grid-cols-2 sm:px-[22px]">
          <Names title="Already in your portfolio" names={existing} />
          <Names title="Not imported" names={unsupported} />
        </div>
      </details>
    </Card>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  // A source can name the same thing twice.
  const unique = [...new Set(names)];
  return (
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 list-disc pl-4 wrap-anywhere text-ink-2 marker:text-ink-3">
        {unique.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
