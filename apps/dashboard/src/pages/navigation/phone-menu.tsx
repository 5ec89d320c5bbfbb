import { LogOut, Menu, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { useTheme } from '../../components/page/theme.ts';
import { TRASH } from '../../components/shortcuts/views.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '../../ui/sheet.tsx';
import {
  CountBadge,
  type NavigationBarProps,
  type NavigationLinkProps,
  useCurrent,
  useItems,
} from './navigation-items.tsx';
import { ViewSite } from './view-site.tsx';

/** The slide-out menu of narrow screens. */
export function PhoneMenu({ unread, siteUrl, onLogout }: Omit<NavigationBarProps, 'onSearch'>) {
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
          {siteUrl && <ViewSite url={siteUrl} variant="default" className="mb-2 h-11!" />}
          {useItems().map((item) => (
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

function MenuLink({ item: { view, to, name, Icon }, unread, onClick }: NavigationLinkProps) {
  return (
    <Link
      to={to ?? paths.view(view)}
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
