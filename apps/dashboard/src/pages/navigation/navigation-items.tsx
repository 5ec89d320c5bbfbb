import { type CollectionName, namesOf } from '@vitrine/contract/collections';
import { useLocation, useSearchParams } from 'react-router';
import { offered, useCan } from '../../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { useCollections } from '../../components/collection/use-collections.ts';
import { DASHBOARD, OTHER_VIEWS, type ViewItem } from '../../components/shortcuts/views.ts';
import { addView, optionOrFirst, paths, VIEWS, type View, viewForPath } from '../../paths.ts';

export interface NavigationItem extends Omit<ViewItem, 'goKey'> {
  /** The page that it opens, if it is not the view. */
  readonly to?: string;
  /** Shown only if this collection has an item. */
  readonly filledBy?: CollectionName;
}

const COLLECTION_ITEMS: readonly NavigationItem[] = namesOf(COLLECTION_VIEWS).map((name) => {
  const { one, many, Icon, isOptional } = COLLECTION_VIEWS[name];
  const item = { view: addView(name), name: `Add ${one}`, Icon, needs: name };
  return isOptional ? { ...item, name: many, to: paths.manage(name), filledBy: name } : item;
});

/** Those that appear when the lists have loaded are last, so that nothing moves. */
const ITEMS: readonly NavigationItem[] = [
  DASHBOARD,
  ...COLLECTION_ITEMS.filter(({ filledBy }) => !filledBy),
  ...OTHER_VIEWS,
  ...COLLECTION_ITEMS.filter(({ filledBy }) => filledBy),
];

/** What the host offers and the owner uses. */
export function useItems(): readonly NavigationItem[] {
  const collections = useCollections();
  const filled = collections.every(({ isLoaded }) => isLoaded)
    ? collections.filter(({ items }) => items.length > 0)
    : [];
  return offered(ITEMS, useCan()).filter(
    ({ filledBy }) => !filledBy || filled.some(({ name }) => name === filledBy),
  );
}

export interface NavigationBarProps {
  /** The number of unread messages. */
  readonly unread: number;
  /** The address of the public site, if there is one. */
  readonly siteUrl: string | undefined;
  /** Opens the command palette. */
  readonly onSearch: () => void;
  readonly onLogout: () => void;
}

export interface NavigationLinkProps {
  readonly item: NavigationItem;
  /** The number of unread messages. */
  readonly unread: number;
  readonly onClick?: () => void;
}

export function CountBadge({
  count,
  className,
}: {
  readonly count: number;
  readonly className: string;
}) {
  if (count === 0) return null;
  return (
    <span
      className={`grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-accent-ink tabular-nums ${className}`}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** The value of aria-current: 'page' for the view itself, 'true' for a page related to it. */
export function useCurrent(view: View): 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (pathname !== paths.home) return viewForPath(pathname) === view ? 'true' : undefined;
  return optionOrFirst(VIEWS, search.get('view')) === view ? 'page' : undefined;
}
