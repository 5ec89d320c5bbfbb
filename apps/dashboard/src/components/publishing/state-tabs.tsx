import type { ItemState } from './state-badge.tsx';

/** The states to filter by. */
export const STATE_TABS = {
  All: () => true,
  Published: ({ state }: ItemState) => state === 'published',
  Drafts: ({ state, publishAt }: ItemState) => state === 'draft' && !publishAt,
  Scheduled: ({ publishAt }: ItemState) => Boolean(publishAt),
};

export type StateTab = keyof typeof STATE_TABS;

const TABS: readonly StateTab[] = ['All', 'Published', 'Drafts', 'Scheduled'];

interface StateTabsProps {
  readonly items: readonly ItemState[];
  readonly tab: StateTab;
  readonly onChoose: (tab: StateTab) => void;
}

export function StateTabs({ items, tab, onChoose }: StateTabsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">State</legend>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === tab}
          className="rounded-md px-2.5 py-1.5 text-ink-2 hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent sm:px-3"
          onClick={() => onChoose(name)}
        >
          {name}{' '}
          <span className="ml-1 text-xs tabular-nums">{items.filter(STATE_TABS[name]).length}</span>
        </button>
      ))}
    </fieldset>
  );
}
