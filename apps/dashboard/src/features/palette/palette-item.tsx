import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface PaletteItem {
  /** Unique, and the same each time the palette opens. */
  readonly value: string;
  readonly name: string;
  /** A second line. */
  readonly detail?: string | undefined;
  readonly picture: ReactNode;
  /** Whether the name repeats the query, so that marking it would say nothing. */
  readonly isQuoted?: true;
  /** Shown at the end of the row. */
  readonly aside?: ReactNode;
  /** The page that it opens, or else what it does. */
  readonly to?: string;
  readonly run?: () => void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** An item with an icon. */
export function action(
  value: string,
  name: string,
  Icon: LucideIcon,
  does: Pick<PaletteItem, 'to' | 'run'>,
): PaletteItem {
  return { value, name, picture: <Icon aria-hidden="true" />, ...does };
}
