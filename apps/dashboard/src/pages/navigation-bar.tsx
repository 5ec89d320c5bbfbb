import { namesOf } from '@vitrine/contract/collections';
import {
  FileUser,
  Globe,
  House,
  LogOut,
  type LucideIcon,
  Menu,
  MessageSquareMore,
  Moon,
  Search,
  Sun,
  Trash2,
  User,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { type Capability, offered, useCan } from '../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { Logo } from '../components/page/logo.tsx';
import { useTheme } from '../components/page/theme.ts';
import { ThemeSwitch } from '../components/page/theme-switch.tsx';
import { MOD } from '../components/shortcuts/shortcuts.ts';
import { optionOrFirst, paths, VIEWS, type View, viewForPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '../ui/sheet.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

interface NavigationItem {
  readonly view: View;
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly needs?: Capability;
}

const ITEMS: readonly NavigationItem[] = [
  { view: 'dashboard', name: 'Dashboard', Icon: House },
  ...namesOf(COLLECTION_VIEWS).map((name) => {
    const { addView, one, Icon } = COLLECTION_VIEWS[name];
    return { view: addView, name: `Add ${one}`, Icon, needs: name };
  }),
  { view: 'messages', name: 'Messages', Icon: MessageSquareMore },
  { view: 'site', name: 'Site', Icon: Globe, needs: 'site' },
  { view: 'resume', name: 'Resume', Icon: FileUser, needs: 'resume' },
  { view: 'account', name: 'Account', Icon: User },
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
  const current = useCurrentView();
  return (
    <>
      <nav
        aria-label="Views"
        className="fixed inset-y-0 left-0 z-20 flex w-14 flex-col items-center gap-1 overflow-y-auto border-r border-line bg-paper py-3 max-sm:hidden"
      >
        <Link to={paths.home} aria-label="Vitrine" className="mb-3 rounded-full">
          <Logo />
        </Link>
        {offered(ITEMS, can).map(({ view, name, Icon }) => (
          <Tooltip key={view} text={name} side="right">
            <Link
              to={paths.view(view)}
              aria-label={view === 'messages' && unread > 0 ? `${name}, ${unread} unread` : name}
              aria-current={view === current.view ? current.kind : undefined}
              className={`relative ${BAR_ITEM}`}
            >
              <Icon aria-hidden="true" />
              {view === 'messages' && (
                <CountBadge className="absolute top-0.5 right-0.5" count={unread} />
              )}
            </Link>
          </Tooltip>
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
        {can.trash && (
          <Tooltip text="Trash" side="right">
            <Link
              to={paths.view('trash')}
              aria-label="Trash"
              aria-current={current.view === 'trash' ? current.kind : undefined}
              className={BAR_ITEM}
            >
              <Trash2 aria-hidden="true" />
            </Link>
          </Tooltip>
        )}
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
        <MobileMenu {...props} current={current} />
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

interface MobileMenuProps extends Omit<NavigationBarProps, 'onSearch'> {
  readonly current: CurrentView;
}

function MobileMenu({ current, unread, onLogout }: MobileMenuProps) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { theme, toggle } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Sheet open={isOpen} onOpenChange={setIsOpen}>
      <SheetTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={unread > 0 ? `Open menu, ${nameOfUnread(unread)}` : 'Open menu'}
          className="relative"
        >
          <Menu aria-hidden="true" />
          <CountBadge className="absolute top-0 right-0" count={unread} />
        </Button>
      </SheetTrigger>
      <SheetContent side="left" title="Vitrine">
        <nav aria-label="Views" className="flex flex-1 flex-col gap-1">
          {offered(ITEMS, can).map(({ view, name, Icon }) => (
            <Link
              key={view}
              to={paths.view(view)}
              aria-current={view === current.view ? current.kind : undefined}
              className={MENU_ITEM}
              onClick={close}
            >
              <MenuLabel Icon={Icon}>{name}</MenuLabel>
              {view === 'messages' && unread > 0 && (
                <>
                  <CountBadge className="ml-auto" count={unread} />
                  <span className="sr-only">unread</span>
                </>
              )}
            </Link>
          ))}
          <span className="flex-1" />
          {can.trash && (
            <Link
              to={paths.view('trash')}
              aria-current={current.view === 'trash' ? current.kind : undefined}
              className={MENU_ITEM}
              onClick={close}
            >
              <MenuLabel Icon={Trash2}>Trash</MenuLabel>
            </Link>
          )}
          <button type="button" className={MENU_ITEM} onClick={toggle}>
            <MenuLabel Icon={other === 'dark' ? Moon : Sun}>Switch to {other} theme</MenuLabel>
          </button>
          <SheetClose className={MENU_ITEM} onClick={onLogout}>
            <MenuLabel Icon={LogOut}>Logout</MenuLabel>
          </SheetClose>
        </nav>
      </SheetContent>
    </Sheet>
  );
}

function nameOfUnread(count: number): string {
  return count === 1 ? '1 unread message' : `${count} unread messages`;
}

const MENU_ITEM =
  'flex h-11 items-center gap-3 rounded-lg px-3 text-left text-lg text-ink-2 [&[aria-current]]:bg-accent-soft [&[aria-current]]:text-accent [&_svg]:size-[19px] [&_svg]:stroke-[1.7]';

function MenuLabel({
  Icon,
  children,
}: {
  readonly Icon: LucideIcon;
  readonly children: ReactNode;
}) {
  return (
    <>
      <Icon aria-hidden="true" />
      {children}
    </>
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

interface CurrentView {
  readonly view: View | undefined;
  /** 'page' for the view itself, 'true' for a page related to it: values of aria-current. */
  readonly kind: 'page' | 'true';
}

function useCurrentView(): CurrentView {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (pathname === paths.home)
    return { view: optionOrFirst(VIEWS, search.get('view')), kind: 'page' };
  return { view: viewForPath(pathname), kind: 'true' };
}
