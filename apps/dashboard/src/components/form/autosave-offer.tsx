import { History } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatTime } from '../text/day.ts';

export interface AutosaveOfferProps {
  readonly savedAt: number;
  /** Whether the item was changed elsewhere since. */
  readonly isOutdated: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
  readonly isInPanel: boolean;
}

/** Offers what was typed before the page was closed. */
export function AutosaveOffer(props: AutosaveOfferProps) {
  const { savedAt, isOutdated, restore, discard, isInPanel } = props;
  const date = new Date(savedAt).toISOString();
  const isToday = new Date(savedAt).toDateString() === new Date().toDateString();
  return (
    <section
      aria-label="Unsaved changes"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2.5 border-line-2 bg-sunk py-3 ${isInPanel ? 'border-b px-4 sm:px-6' : 'mb-[18px] rounded-lg border px-4'}`}
    >
      <p role="status" className="flex min-w-52 flex-1 gap-2.5">
        <History aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <span>
          Restore unsaved changes from {isToday ? formatTime(date) : formatDateTime(date)}
          {isOutdated && (
            <span className="block text-sm text-ink-2">
              This was saved elsewhere since. Restoring replaces the newer content in this form.
            </span>
          )}
        </span>
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" onClick={discard}>
          Discard
        </Button>
        <Button size="sm" onClick={restore}>
          Restore
        </Button>
      </div>
    </section>
  );
}
