import { namesOf } from '@vitrine/contract/collections';
import { LogOut, Menu, Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { offered, useCan } from '../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { Logo } from '../components/page/logo.tsx';
import { useTheme } from '../components/page/theme.ts';
import { ThemeSwitch } from '../components/page/theme-switch.tsx';
import { MOD } from '../components/shortcuts/shortcuts.ts';
import { DASHBOARD, OTHER_VIEWS, TRASH, type ViewItem } from '../components/shortcuts/views.ts';
import { addView, optionOrFirst, paths, VIEWS, type View, viewForPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '../ui/sheet.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

type NavigationItem = Omit<ViewItem, 'goKey'>;

const ITEMS: readonly NavigationItem[] = [
  DASHBOARD,
  ...namesOf(COLLECTION_VIEWS).map((name) => {
    const { one, Icon } = COLLECTION_VIEWS[name];
    return { view: addView(name), name: `Add ${one}`, Icon, needs: name };
  }),
  ...OTHER_VIEWS,
];

interface NavigationBarProps {
  /** The number of unread messages. */
  readonly unread: number;
  /** Opens the command palette. */
  readonly onSearch: () => void;
  readonly onLogout: () => void;
}

/** An icon bar on wide screens, a slide-out menu on narrow ones. */
export function NavigationBar(props: NavigationBarProps) {
  const { unread, onSearch, onLogout } = props;
  const can = useCan();
  return (
    <>
      <nav
        aria-label="Views"
        className="fixed inset-y-0 left-0 z-20 flex w-14 flex-col items-center gap-1 overflow-y-auto border-r border-line bg-paper py-3 max-sm:hidden"
      >
        <Link to={paths.home} aria-label="Vitrine" className="mb-3 rounded-full">
          <Logo />
        </Link>
        {offered(ITEMS, can).map((item) => (
          <BarLink key={item.view} item={item} unread={unread} />
        ))}
        <span className="flex-1" />
        <Tooltip text={`Search (${MOD} K)`} side="right">
          <button
            type="button"
            aria-label="Search and commands"
            aria-keyshortcuts="Control+K Meta+K"
            className={BAR_ITEM}
            onClick={onSearch}
          >
            <Search aria-hidden="true" />
          </button>
        </Tooltip>
        {can.trash && <BarLink item={TRASH} unread={0} />}
        <Tooltip text="Switch theme" side="right">
          <ThemeSwitch className={BAR_ITEM} />
        </Tooltip>
        <Tooltip text="Logout" side="right">
          <button type="button" aria-label="Logout" className={BAR_ITEM} onClick={onLogout}>
            <LogOut aria-hidden="true" />
          </button>
        </Tooltip>
      </nav>
      <div className="sticky top-0 z-20 flex h-[54px] items-center justify-between border-b border-line bg-paper px-2 sm:hidden">
        <MobileMenu {...props} />
        <Logo className="size-7 text-[1.0625rem]" />
        <Button variant="ghost" size="icon" aria-label="Search and commands" onClick={onSearch}>
          <Search aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}

const BAR_ITEM =
  'grid size-10 shrink-0 place-items-center rounded-lg text-ink-3 transition-colors hover:bg-sunk hover:text-ink [&[aria-current]]:bg-accent-soft [&[aria-current]]:text-accent [&_svg]:size-[19px] [&_svg]:stroke-[1.7]';

interface NavigationLinkProps {
  readonly item: NavigationItem;
  /** The number of unread messages. */
  readonly unread: number;
  readonly onClick?: () => void;
}

function BarLink({ item: { view, name, Icon }, unread }: NavigationLinkProps) {
  const isUnread = view === 'messages' && unread > 0;
  return (
    <Tooltip text={name} side="right">
      <Link
        to={paths.view(view)}
        aria-label={isUnread ? `${name}, ${unread} unread` : name}
        aria-current={useCurrent(view)}
        className={`relative ${BAR_ITEM}`}
      >
        <Icon aria-hidden="true" />
        {isUnread && <CountBadge className="absolute top-0.5 right-0.5" count={unread} />}
      </Link>
    </Tooltip>
  );
}

function MobileMenu({ unread, onLogout }: Omit<NavigationBarProps, 'onSearch'>) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const unreadText = unread === 1 ? '1 unread message' : `${unread} unread messages`;
  const { theme, toggle } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Sheet open={isOpen} onOpenChange={setIsOpen}>
      <SheetTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={unread > 0 ? `Open menu, ${unreadText}` : 'Open menu'}
          className="relative"
        >
          <Menu aria-hidden="true" />
          <CountBadge className="absolute top-0 right-0" count={unread} />
        </Button>
      </SheetTrigger>
      <SheetContent side="left" title="Vitrine">
        <nav aria-label="Views" className="flex flex-1 flex-col gap-1">
          {offered(ITEMS, can).map((item) => (
            <MenuLink key={item.view} item={item} unread={unread} onClick={close} />
          ))}
          <span className="flex-1" />
          {can.trash && <MenuLink item={TRASH} unread={0} onClick={close} />}
          <button type="button" className={MENU_ITEM} onClick={toggle}>
            {other === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
            Switch to {other} theme
          </button>
          <SheetClose className={MENU_ITEM} onClick={onLogout}>
            <LogOut aria-hidden="true" />
            Logout
          </SheetClose>
        </nav>
      </SheetContent>
    </Sheet>
  );
}

const MENU_ITEM =
  'flex h-11 items-center gap-3 rounded-lg px-3 text-left text-lg text-ink-2 [&[aria-current]]:bg-accent-soft [&[aria-current]]:text-accent [&_svg]:size-[19px] [&_svg]:stroke-[1.7]';

function MenuLink({ item: { view, name, Icon }, unread, onClick }: NavigationLinkProps) {
  return (
    <Link
      to={paths.view(view)}
      aria-current={useCurrent(view)}
      className={MENU_ITEM}
      onClick={onClick}
    >
      <Icon aria-hidden="true" />
      {name}
      {view === 'messages' && unread > 0 && (
        <>
          <CountBadge className="ml-auto" count={unread} />
          <span className="sr-only">unread</span>
        </>
      )}
    </Link>
  );
}

function CountBadge({ count, className }: { readonly count: number; readonly className: string }) {
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
function useCurrent(view: View): 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (pathname !== paths.home) return viewForPath(pathname) === view ? 'true' : undefined;
  return optionOrFirst(VIEWS, search.get('view')) === view ? 'page' : undefined;
}
