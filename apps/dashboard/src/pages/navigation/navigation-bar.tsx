import {
  LogOut,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  SquareArrowOutUpRight,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { useBar } from '../../components/page/bar.ts';
import { Logo } from '../../components/page/logo.tsx';
import { useTheme } from '../../components/page/theme.ts';
import { MOD } from '../../components/shortcuts/shortcuts.ts';
import { TRASH } from '../../components/shortcuts/views.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Keys } from '../../ui/kbd.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import {
  CountBadge,
  type NavigationBarProps,
  type NavigationLinkProps,
  useCurrent,
  useItems,
} from './navigation-items.tsx';
import { PhoneMenu } from './phone-menu.tsx';

/** A bar on wide screens, with names on the widest. On narrow ones, a slide-out menu. */
export function NavigationBar(props: NavigationBarProps) {
  const { onSearch } = props;
  return (
    <>
      <nav
        aria-label="Views"
        className="fixed inset-y-0 left-0 z-20 flex w-(--bar) flex-col items-center gap-0.5 overflow-y-auto border-r border-line bg-paper py-3 max-sm:hidden named:items-stretch named:px-3"
      >
        <BarHead />
        <BarItems {...props} />
      </nav>
      <div className="sticky top-0 z-20 flex h-[54px] items-center justify-between border-b border-line bg-paper px-2 sm:hidden">
        <PhoneMenu {...props} />
        <Logo className="size-7 text-[1.0625rem]" />
        <Button variant="ghost" size="icon" aria-label="Search and commands" onClick={onSearch}>
          <Search aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}

/** The logo, and the button that shows or hides the names. */
function BarHead() {
  const { hasNames, toggle } = useBar();
  const label = hasNames ? 'Show icons only' : 'Show names';
  const Icon = hasNames ? PanelLeftClose : PanelLeftOpen;
  return (
    <div className="mb-3 flex shrink-0 flex-col items-center gap-1 named:flex-row">
      <Link to={paths.home} className="flex items-center gap-2.5 rounded-full font-display text-xl">
        <Logo />
        <span className="sr-only named:not-sr-only">Vitrine</span>
      </Link>
      <Tooltip text={`${label} ( [ )`} side="right">
        <Button
          variant="ghost"
          size="icon"
          aria-label={label}
          aria-keyshortcuts="["
          className="text-ink-3! max-xl:hidden named:ml-auto [:root:has([data-docked])_&]:hidden"
          onClick={toggle}
        >
          <Icon aria-hidden="true" />
        </Button>
      </Tooltip>
    </div>
  );
}

function BarItems({ unread, siteUrl, onSearch, onLogout }: NavigationBarProps) {
  const can = useCan();
  const { theme, toggle } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <>
      {useItems().map((item) => (
        <BarLink key={item.view} item={item} unread={unread} />
      ))}
      <span className="flex-1" />
      {siteUrl && (
        <BarTooltip text="View site">
          <ExternalLink href={siteUrl} label="View site" className={BAR_ITEM}>
            <SquareArrowOutUpRight aria-hidden="true" />
            <BarName>View site</BarName>
          </ExternalLink>
        </BarTooltip>
      )}
      <BarTooltip text={`Search (${MOD} K)`}>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          className={BAR_ITEM}
          onClick={onSearch}
        >
          <Search aria-hidden="true" />
          <span className="sr-only">Search and commands</span>
          <span aria-hidden="true" className="hidden flex-1 justify-between named:flex">
            Search <Keys keys={[`${MOD} K`]} />
          </span>
        </button>
      </BarTooltip>
      {can.trash && <BarLink item={TRASH} unread={0} />}
      <BarTooltip text="Switch theme">
        <button
          type="button"
          aria-label={`Switch to ${other} theme`}
          className={BAR_ITEM}
          onClick={toggle}
        >
          {other === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
          <BarName>{other === 'dark' ? 'Dark theme' : 'Light theme'}</BarName>
        </button>
      </BarTooltip>
      <BarTooltip text="Logout">
        <button type="button" aria-label="Logout" className={BAR_ITEM} onClick={onLogout}>
          <LogOut aria-hidden="true" />
          <BarName>Logout</BarName>
        </button>
      </BarTooltip>
    </>
  );
}

const BAR_ITEM =
  'relative grid size-10 shrink-0 place-items-center rounded-lg text-ink-3 transition-colors hover:bg-sunk hover:text-ink named:flex named:h-9 named:w-full named:gap-[11px] named:px-2.5 named:text-ink-2 [&[aria-current]]:bg-accent-soft [&[aria-current]]:text-accent! [&_svg]:size-[19px] [&_svg]:shrink-0 [&_svg]:stroke-[1.7]';

interface BarTooltipProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** Names an item that shows only its icon. */
function BarTooltip({ text, children }: BarTooltipProps) {
  return (
    <Tooltip text={text} side="right" className="named:hidden">
      {children}
    </Tooltip>
  );
}

function BarName({ children }: { readonly children: string }) {
  return <span className="hidden min-w-0 truncate named:block">{children}</span>;
}

function BarLink({ item: { view, to, name, Icon }, unread }: NavigationLinkProps) {
  const isUnread = view === 'messages' && unread > 0;
  return (
    <BarTooltip text={name}>
      <Link
        to={to ?? paths.view(view)}
        aria-label={isUnread ? `${name}, ${unread} unread` : name}
        aria-current={useCurrent(view)}
        className={BAR_ITEM}
      >
        <Icon aria-hidden="true" />
        {/* A space between name and number, as in the label. */}
        <BarName>{name}</BarName>{' '}
        {isUnread && (
          <CountBadge
            className="absolute top-0.5 right-0.5 named:static named:ml-auto"
            count={unread}
          />
        )}
      </Link>
    </BarTooltip>
  );
}
