import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { useState } from 'react';

interface TickProps<R extends Route> {
  readonly name: FieldNameOf<R>;
  readonly label: string;
  /** What it is about, for those who do not see what it stands under. */
  readonly about?: string;
  readonly isOn: boolean;
}

/** Yes or no in a form. A box that is not ticked sends nothing, so the answer travels beside it. */
export function Tick<R extends Route>({ name, label, about, isOn }: TickProps<R>) {
  const [isTicked, setIsTicked] = useState(isOn);
  return (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      <input
        type="checkbox"
        aria-label={about && `${label}: ${about}`}
        checked={isTicked}
        onChange={({ target }) => setIsTicked(target.checked)}
        className="size-4 shrink-0 accent-accent max-sm:size-6"
      />
      <input type="hidden" name={name} value={String(isTicked)} />
      {label}
    </label>
  );
}
