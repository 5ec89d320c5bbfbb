import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LazyHistorySheet } from '../../components/history/history-button.tsx';
import { readLocalStorage, writeLocalStorage } from '../../components/local-storage.ts';
import { ShortcutsDialog } from '../../components/shortcuts/shortcuts-dialog.tsx';
import { Palette } from '../../features/palette/palette.tsx';
import type { PaletteItem } from '../../features/palette/palette-item.tsx';
import type { OpenHistory } from './content-groups.tsx';
import { usePaletteGroups } from './use-palette-groups.ts';

interface CommandPaletteProps {
  /** What is open. */
  readonly shown: 'search' | 'help' | undefined;
  readonly onShow: (shown: 'search' | 'help' | undefined) => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onLogout: () => void;
}

/** The command palette, the list of shortcuts, and what they open in place. */
export function CommandPalette(props: CommandPaletteProps) {
  const { shown, onShow, query, onQuery, onLogout } = props;
  const [history, setHistory] = useState<OpenHistory>();
  const close = () => onShow(undefined);
  return (
    <>
      {shown === 'search' && (
        <OpenPalette
          query={query}
          onQuery={onQuery}
          onHistory={setHistory}
          onLogout={onLogout}
          onHelp={() => onShow('help')}
          onClose={close}
        />
      )}
      {shown === 'help' && <ShortcutsDialog onClose={close} />}
      {history && <LazyHistorySheet {...history} onClose={() => setHistory(undefined)} />}
    </>
  );
}

interface OpenPaletteProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onHistory: (history: OpenHistory) => void;
  readonly onLogout: () => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

function OpenPalette(props: OpenPaletteProps) {
  const { query, onQuery, onHistory, onLogout, onHelp, onClose } = props;
  const [recent] = useState(readRecent);
  const navigate = useNavigate();
  const { groups, status } = usePaletteGroups({ query, recent, onHistory, onLogout });

  function choose(item: PaletteItem, inNewTab: boolean) {
    writeRecent([item.value, ...recent.filter((value) => value !== item.value)]);
    if (item.to !== undefined && inNewTab) return void window.open(item.to, '_blank', 'noopener');
    onClose();
    item.run?.();
    if (item.to !== undefined) void navigate(item.to);
  }

  return (
    <Palette
      query={query}
      onQuery={onQuery}
      groups={groups}
      status={status}
      onChoose={choose}
      onHelp={onHelp}
      onClose={onClose}
    />
  );
}

const RECENT = 'palette-recent';
const MAX_RECENT = 5;

/** The values of the items that were chosen last. Names are not stored, so logout leaves none here. */
function readRecent(): readonly string[] {
  return (readLocalStorage(RECENT) ?? '').split('\n').filter(Boolean);
}

function writeRecent(values: readonly string[]): void {
  writeLocalStorage(RECENT, values.slice(0, MAX_RECENT).join('\n'));
}
