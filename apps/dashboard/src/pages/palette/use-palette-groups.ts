import { useCan } from '../../api/capabilities.ts';
import type { PaletteGroup } from '../../features/palette/palette-item.tsx';
import { bestFirst, wordsOf } from '../../features/palette/palette-match.ts';
import { addCalled, useCommands } from './commands.tsx';
import { type OpenHistory, useContentGroups } from './content-groups.tsx';
import { useFoundMessages } from './use-found-messages.tsx';

interface PaletteOptions {
  readonly query: string;
  /** The values of the items that were chosen last. */
  readonly recent: readonly string[];
  readonly onHistory: (history: OpenHistory) => void;
  readonly onLogout: () => void;
}

/** At most this many of each kind, so that no kind hides the others. */
const MAX_OF_KIND = 6;

/** Recent items and views before typing. Otherwise what matches: objects first, then actions. */
export function usePaletteGroups({ query, recent, onHistory, onLogout }: PaletteOptions) {
  const can = useCan();
  const words = wordsOf(query);
  const content = useContentGroups();
  const messages = useFoundMessages(query, MAX_OF_KIND);
  const commands = useCommands(onLogout);
  if (words.length === 0) {
    const known = [
      ...content.flatMap((group) => group.items),
      ...messages.items,
      ...commands.flatMap((group) => group.items),
    ];
    const items = recent.flatMap((value) => known.find((item) => item.value === value) ?? []);
    return { groups: [{ heading: 'Recent', items }, ...commands], status: '' };
  }
  const found = content.map(({ heading, items }) => ({
    heading,
    items: bestFirst(items, ({ name }) => name, words).slice(0, MAX_OF_KIND),
  }));
  const best = found.flatMap(({ items }) => items)[0];
  const actions = [
    ...(best?.actions(onHistory) ?? []),
    ...commands.flatMap(({ items }) => bestFirst(items, ({ name }) => name, words)),
  ];
  const isNothing =
    [...found, messages].every(({ items }) => items.length === 0) && actions.length === 0;
  const groups: PaletteGroup[] = [
    ...found,
    { heading: 'Messages', items: messages.items },
    { heading: 'Actions', items: [...actions, ...addCalled(query.trim(), can)] },
  ];
  const status = messages.isSearching
    ? 'Still searching the messages…'
    : isNothing
      ? `Nothing found for “${query.trim()}”.`
      : '';
  return { groups, status };
}
