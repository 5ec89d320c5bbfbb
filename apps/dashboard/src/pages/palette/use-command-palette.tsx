import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts';
import { isTyping } from '../../ui/is-typing.ts';
import type { CommandPalette } from './command-palette.tsx';

type Shown = Parameters<typeof CommandPalette>[0]['shown'];

/** The command palette and the shortcuts. The code of the palette loads when it first opens. */
export function useCommandPalette(onLogout: () => void): {
  readonly open: () => void;
  readonly palette: ReactNode;
} {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  const [query, setQuery] = useState('');
  const [Palette, setPalette] = useState<typeof CommandPalette>();

  useEarlyTyping(shown === 'search', (key) => setQuery((typed) => typed + key));

  async function show(next: Shown) {
    setQuery('');
    setShown(next);
    if (Palette) return;
    try {
      const file = await import('./command-palette.tsx');
      setPalette(() => file.CommandPalette);
    } catch {
      setShown(undefined);
      toast.error('Network Error', { id: 'Network Error' });
    }
  }

  const open = () => void show('search');
  useShortcuts({
    onSearch: open,
    onHelp: () => void show('help'),
    onGo: (to) => void navigate(to),
  });
  return {
    open,
    palette: Palette && (
      <Palette
        shown={shown}
        onShow={setShown}
        query={query}
        onQuery={setQuery}
        onLogout={onLogout}
      />
    ),
  };
}

/** Reports what is typed after the palette was opened and before its field has the focus. */
function useEarlyTyping(isOpen: boolean, onKey: (key: string) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    function listen(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key.length > 1 || isCommand || isTyping(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      onKey(event.key);
    }
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOpen, onKey]);
}
