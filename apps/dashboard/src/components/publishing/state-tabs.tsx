import { FilterTabs } from '../list/filter-tabs.tsx';
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
    <FilterTabs
      label="State"
      tabs={TABS.map((name) => ({ name, count: items.filter(STATE_TABS[name]).length }))}
      value={tab}
      onChoose={onChoose}
    />
  );
}
