import { Link } from 'react-router';

interface SectionLinksProps {
  readonly label: string;
  readonly links: readonly {
    readonly to: string;
    readonly name: string;
    readonly isCurrent: boolean;
    readonly unread?: number | undefined;
    /** The number of items, shown even if it is zero. */
    readonly count?: number | undefined;
  }[];
  readonly className?: string;
}

/** Links to the sections of a view, each with its own URL. */
export function SectionLinks({ label, links, className = '' }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={`flex flex-wrap gap-1 ${className}`}>
      {links.map(({ to, name, isCurrent, unread = 0, count }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className="rounded-md px-3 py-1.5 text-ink-2 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
        >
          {name}
          {count !== undefined && <span className="ml-1.5 tabular-nums"> {count}</span>}
          {unread > 0 && (
            <>
              {' '}
              <span className="ml-1 text-xs tabular-nums">{unread > 999 ? '999+' : unread}</span>
              <span className="sr-only"> unread</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
