import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { FileInput, LogOut, Moon, Plus, Sun } from 'lucide-react';
import { type Capabilities, offered, useCan } from '../../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { useTheme } from '../../components/page/theme.ts';
import { ADD, GO_TO, type PageShortcut } from '../../components/shortcuts/shortcuts.ts';
import {
  action,
  type PaletteGroup,
  type PaletteItem,
} from '../../features/palette/palette-item.tsx';
import { paths } from '../../paths.ts';
import { Keys } from '../../ui/kbd.tsx';

/** What the palette offers before anything is typed: views, forms, and settings of this browser. */
export function useCommands(onLogout: () => void): readonly PaletteGroup[] {
  const can = useCan();
  const { theme, toggle } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    { heading: 'Go to', items: offered(GO_TO, can).map((view) => pageItem(view, view.name)) },
    {
      heading: 'Add',
      items: [
        ...offered(ADD, can).map((view) => pageItem(view, `Add ${view.name}`)),
        ...(can.import ? [IMPORT] : []),
      ],
    },
    {
      heading: 'This dashboard',
      items: [
        action('theme', `Switch to ${other} theme`, other === 'dark' ? Moon : Sun, { run: toggle }),
        action('logout', 'Log out', LogOut, { run: onLogout }),
      ],
    },
  ];
}

function pageItem({ to, keys, Icon }: PageShortcut, name: string): PaletteItem {
  const aside = (
    <span className="group-data-[selected=true]:hidden max-sm:hidden">
      <Keys keys={keys} />
    </span>
  );
  return { ...action(`view ${to}`, name, Icon, { to }), aside };
}

const IMPORT = action('import', 'Import from LinkedIn, JSON Resume or GitHub', FileInput, {
  to: paths.import,
});

/** Adds an item with what was typed as its name. */
export function addCalled(name: string, can: Capabilities): readonly PaletteItem[] {
  const collections = namesOf(COLLECTIONS).filter((collection) => can[collection]);
  return collections.map((collection) => {
    const { called } = COLLECTION_VIEWS[collection];
    const field = new URLSearchParams({ [COLLECTIONS[collection].title]: name });
    const to = `${paths.add(collection)}&${field}`;
    return {
      ...action(`add ${called}`, `Add ${called} called “${name}”`, Plus, { to }),
      isQuoted: true,
    };
  });
}
