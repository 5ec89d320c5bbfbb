import { useState } from 'react';
import type { FormState } from '../form/use-autosave.ts';
import type { Snapshot, StoredItem } from './snapshot.ts';

/** The item as it is stored, and what the form is based on. */
export function useStored<Item extends StoredItem>(
  opened: Item | undefined,
  takeSnapshot: (item: Item | undefined) => Snapshot,
) {
  const [item, setItem] = useState(opened);
  const [base, setBase] = useState(() => takeSnapshot(opened));

  /** Continues from what is stored. */
  function show(stored: Item) {
    setItem(stored);
    setBase(takeSnapshot(stored));
  }

  /** Shows a change of the state. A form that is based on an older version still is. */
  function accept(changed: Item) {
    if (base.version === item?.version) show(changed);
    else setItem(changed);
  }

  const state: FormState = {
    values: {},
    // What the form was opened with: if it was saved elsewhere since, saving it asks.
    context: { base: JSON.stringify(base) },
    restore(values) {
      if (values['base']) setBase(JSON.parse(values['base']));
    },
  };

  return { item, base, show, accept, state };
}

export function versionOf({ version }: Snapshot): { readonly version?: string } {
  return version === undefined ? {} : { version: String(version) };
}
