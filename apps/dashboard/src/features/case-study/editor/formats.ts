import type { StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import { Bold, Code, Heading, Italic, Link, List, type LucideIcon, TextQuote } from 'lucide-react';
import {
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleLink,
  toggleList,
  toggleQuote,
} from './formatting.ts';

interface Format {
  readonly name: string;
  readonly icon: LucideIcon;
  /** The last keys of the shortcut, after Ctrl or Command. */
  readonly keys: string;
  readonly run: StateCommand;
}

/** The buttons of the toolbar, in groups. */
export const FORMATS: readonly (readonly Format[])[] = [
  [
    { name: 'Heading', icon: Heading, keys: 'Shift-H', run: toggleHeading },
    { name: 'Bold', icon: Bold, keys: 'B', run: toggleBold },
    { name: 'Italic', icon: Italic, keys: 'I', run: toggleItalic },
    { name: 'Link', icon: Link, keys: 'K', run: toggleLink },
  ],
  [
    { name: 'List', icon: List, keys: 'Shift-8', run: toggleList },
    { name: 'Quote', icon: TextQuote, keys: 'Shift-9', run: toggleQuote },
    { name: 'Code', icon: Code, keys: 'E', run: toggleCode },
  ],
];

export const SHORTCUTS: readonly KeyBinding[] = FORMATS.flat().map(({ keys, run }) => ({
  key: `Mod-${keys.toLowerCase().replace('shift', 'Shift')}`,
  run,
  // In the text, the keys format it. Elsewhere on the page, they may do something else.
  stopPropagation: true,
  preventDefault: true,
}));

/** The keys of a format, such as ⌘⇧H or Ctrl+Shift+H. */
export function shortcutOf({ keys }: Format): string {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return isApple ? `⌘${keys.replace('Shift-', '⇧')}` : `Ctrl+${keys.replace('-', '+')}`;
}
