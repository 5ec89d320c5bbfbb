import type { CollectionName } from '@vitrine/contract/collections';
import { History } from 'lucide-react';
import { useState } from 'react';
import { LazyHistorySheet } from '../features/history/history-button.tsx';
import { MenuItem } from '../ui/menu.tsx';

interface HistoryItem {
  readonly id: string;
  readonly title: string;
}

/** The menu item that opens the history of an item on a Manage page, and the history. */
export function useHistoryMenu(noun: CollectionName) {
  const [opened, setOpened] = useState<HistoryItem>();
  return {
    historyItem: (item: HistoryItem) => (
      <MenuItem onSelect={() => setOpened(item)}>
        <History aria-hidden="true" /> History
      </MenuItem>
    ),
    history: opened && (
      <LazyHistorySheet {...opened} noun={noun} onClose={() => setOpened(undefined)} />
    ),
  };
}
