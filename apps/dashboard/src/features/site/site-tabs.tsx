import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { paths } from '../../paths.ts';

const TABS = [
  { name: 'Design', path: paths.view('site') },
  { name: 'Publish', path: paths.copies },
] as const;

interface SiteTabsProps {
  readonly current: (typeof TABS)[number]['name'];
}

/** The two parts of the view. Each has an address of its own. */
export function SiteTabs({ current }: SiteTabsProps) {
  const can = useCan();
  if (!can.copies) return null;
  return (
    <nav
      aria-label="Site"
      className="flex gap-0.5 rounded-[9px] border border-line bg-sunk p-0.5 max-sm:flex-1"
    >
      {TABS.map(({ name, path }) => (
        <Link
          key={name}
          to={path}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-[30px] flex-auto items-center justify-center rounded-[7px] border border-transparent px-3 py-0.5 text-sm text-ink-2 hover:text-ink aria-[current=page]:border-line-2 aria-[current=page]:bg-card aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-[38px]"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
