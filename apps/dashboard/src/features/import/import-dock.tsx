import { MAX_IMPORTED } from '@vitrine/contract/options';
import { Link } from 'react-router';
import { FormError } from '../../components/form/form-error.tsx';
import { Button } from '../../ui/button.tsx';

/** What is chosen, and the function that imports it. */
export interface Dock {
  readonly count: number;
  /** How many of them change an item. */
  readonly changeCount: number;
  readonly isPending: boolean;
  readonly error: string | undefined;
  /** What it does at the moment, as in `Uploading picture 2 of 9`. */
  readonly status: string | undefined;
  readonly onImport: () => void;
}

interface ImportDockProps extends Dock {
  /** Where Cancel leads. */
  readonly cancelTo: string;
  /** Says how many are added and updated, as in `Add 2, update 1`. */
  readonly isExact?: boolean;
}

/** Stays at the bottom of the window: see `data-dock` in styles.css. */
export function ImportDock(props: ImportDockProps) {
  const { count, changeCount, isPending, error, status, cancelTo, isExact = false } = props;
  const isTooMany = count > MAX_IMPORTED;
  const items = count === 1 ? '1 item' : `${count} items`;
  const label = isExact ? countChoices(count - changeCount, changeCount) : `Import ${items}`;
  return (
    <div
      data-dock=""
      data-selection-bar=""
      className="z-10 grid gap-2.5 border-line-2 bg-card max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:px-4 max-sm:pt-2.5 max-sm:pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:sticky sm:bottom-4 sm:rounded-lg sm:border sm:p-3 sm:pl-[22px]"
    >
      {error && <FormError>{error}</FormError>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <p className="text-sm text-ink-2">
          <span role="status" className="font-medium text-ink">
            {count} selected.
          </span>{' '}
          {isTooMany
            ? `Choose at most ${MAX_IMPORTED} items at once.`
            : (status ?? 'You can undo the whole import in one step.')}
        </p>
        <div className="flex gap-2 max-sm:basis-full max-sm:*:h-11">
          <Button asChild variant="outline">
            <Link to={cancelTo}>Cancel</Link>
          </Button>
          <Button
            className="max-sm:flex-1"
            disabled={count === 0 || isTooMany}
            isPending={isPending}
            onClick={props.onImport}
          >
            {isPending ? 'Importing' : count === 0 ? 'Import' : label}
          </Button>
        </div>
      </div>
    </div>
  );
}

function countChoices(added: number, changed: number): string {
  if (changed === 0) return `Add ${added}`;
  return added === 0 ? `Update ${changed}` : `Add ${added}, update ${changed}`;
}
