import { namesOf } from '@vitrine/contract/collections';
import { type LucideIcon, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Capability, offered, useCan } from '../../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { paths } from '../../paths.ts';
import { isTyping } from '../../ui/is-typing.ts';
import { pressToastAction } from '../../ui/toaster.tsx';
import { areSingleKeysOn } from './single-keys.ts';
import { DASHBOARD, OTHER_VIEWS, TRASH, type ViewItem } from './views.ts';

interface Shortcut {
  readonly name: string;
  readonly keys: readonly string[];
  /** The page that it opens. */
  readonly to?: string;
  readonly needs?: Capability;
}

export const MOD = /Mac OS X/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** A page to open, with its icon. */
export type PageShortcut = Shortcut & { readonly to: string; readonly Icon: LucideIcon };

const COLLECTION_NAMES = namesOf(COLLECTION_VIEWS);

/** The views, in the order of the navigation. */
export const GO_TO: readonly PageShortcut[] = [
  goTo(DASHBOARD),
  ...COLLECTION_NAMES.map((name) => {
    const { many, goKey, Icon } = COLLECTION_VIEWS[name];
    return { name: many, keys: ['G', goKey], to: paths.manage(name), needs: name, Icon };
  }),
  ...OTHER_VIEWS.map(goTo),
  goTo(TRASH),
];

function goTo({ view, goKey, ...rest }: ViewItem): PageShortcut {
  return { ...rest, keys: ['G', goKey], to: paths.view(view) };
}

export const ADD: readonly PageShortcut[] = [
  ...COLLECTION_NAMES.map((name) => {
    const { one, addKey } = COLLECTION_VIEWS[name];
    return { name: one, keys: ['A', addKey], to: paths.add(name), needs: name, Icon: Plus };
  }),
  { name: 'View', keys: ['A', 'V'], to: paths.newView, needs: 'views', Icon: Plus },
];

/** Every shortcut, for the list that the ? key shows. */
export const SHORTCUTS: readonly (readonly [heading: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Anywhere',
    [
      { name: 'Search and commands', keys: [MOD, 'K'] },
      { name: 'Show this list', keys: ['?'] },
      { name: 'Close', keys: ['Esc'] },
      { name: 'Undo the last change', keys: ['Z'] },
      { name: 'Filter the list', keys: ['/'] },
      { name: 'Show or hide the names of views', keys: ['['] },
    ],
  ],
  ['Add', ADD],
  [
    'Lists',
    [
      { name: 'Lift or drop a row', keys: ['Space'] },
      { name: 'Move the lifted row', keys: ['↑', '↓'] },
      { name: 'Move a row', keys: ['Alt', '↑'] },
      { name: 'Select a row', keys: ['X'] },
      { name: 'Select more rows', keys: ['Shift', '↓'] },
    ],
  ],
  ['Writing', [{ name: 'New post', keys: ['N'], needs: 'post' }]],
  [
    'Projects and posts',
    [
      { name: 'Save', keys: [MOD, '↵'], needs: 'drafts' },
      { name: 'Save draft', keys: [MOD, 'S'], needs: 'drafts' },
    ],
  ],
  ['Views', [{ name: 'Publish', keys: [MOD, '↵'], needs: 'views' }]],
  ['Go to', GO_TO],
  [
    'Messages',
    [
      { name: 'Next', keys: ['J'] },
      { name: 'Previous', keys: ['K'] },
      { name: 'Reply', keys: ['R'] },
      { name: 'Archive', keys: ['E'], needs: 'folders' },
      { name: 'Mark as unread', keys: ['U'], needs: 'folders' },
    ],
  ],
];

interface ShortcutActions {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onGo: (to: string) => void;
}

/** How long the first key of a sequence waits for the second. */
const SEQUENCE_MS = 1500;

/** Listens for the shortcuts that work anywhere. Lists have more: see use-list-shortcuts.ts. */
export function useShortcuts(actions: ShortcutActions): void {
  const can = useCan();
  const latest = useRef({ ...actions, can });
  useEffect(() => {
    latest.current = { ...actions, can };
  });
  useEffect(() => {
    let first = { key: '', at: 0 };

    // Before the shortcuts of a list, which has some of the same letters.
    function endSequence(event: KeyboardEvent) {
      if (event.key.length > 1) return;
      const keys = [first.key, event.key.toUpperCase()];
      const isInTime = event.timeStamp - first.at < SEQUENCE_MS;
      first = { key: '', at: 0 };
      const all = offered([...GO_TO, ...ADD], latest.current.can);
      const found = all.find((one) => one.keys.join() === keys.join());
      if (!isInTime || !found || !isSingleKey(event) || isModalOpen()) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.onGo(found.to);
    }

    function listen(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const { onSearch } = latest.current;
      const isSearch = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isSearch && !event.shiftKey && !event.altKey && !isModalOpen()) {
        event.preventDefault();
        onSearch();
      } else if (isSingleKey(event) && pressSingleKey(event.key.toLowerCase())) {
        event.preventDefault();
      } else if (isSingleKey(event) && /^[ag]$/i.test(event.key)) {
        first = { key: event.key.toUpperCase(), at: event.timeStamp };
      }
    }

    function pressSingleKey(key: string): boolean {
      if (key === 'z') return pressToastAction();
      if (isModalOpen()) return false;
      if (key === '/') return focusFilter();
      if (key === '[') return pressBarSwitch();
      if (key === '?') latest.current.onHelp();
      return key === '?';
    }

    document.addEventListener('keydown', endSequence, { capture: true });
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', endSequence, { capture: true });
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, target } = event;
  const isPlain = !(ctrlKey || metaKey || altKey || repeat || isComposing);
  return isPlain && areSingleKeysOn() && !isTyping(target);
}

/** Radix locks the page behind dialogs, sheets and menus, which have keys of their own. */
function isModalOpen(): boolean {
  return document.body.hasAttribute('data-scroll-locked');
}

/** Only wide screens have the button. */
function pressBarSwitch(): boolean {
  const button = document.querySelector<HTMLElement>('[aria-keyshortcuts="["]');
  if (!button?.checkVisibility()) return false;
  button.click();
  return true;
}

function focusFilter(): boolean {
  const field = document.querySelector<HTMLElement>('[aria-keyshortcuts="/"]');
  field?.focus();
  return field !== null;
}
