import type { ReactNode } from 'react';
import { Card, CardHead } from '../../ui/card.tsx';
import type { VisitSummary } from './visit-queries.ts';

interface RankingCardProps {
  readonly title: string;
  /** As in '2,581 page views'. */
  readonly aside?: string;
  readonly ranking: VisitSummary['pages'];
  readonly nameOf: (name: string) => string;
  /** The name of what is not among the highest. */
  readonly rest: string;
  /** Shown if there is nothing. */
  readonly empty: string;
  readonly children?: ReactNode;
}

export function RankingCard(props: RankingCardProps) {
  const { title, aside, ranking, nameOf, rest, empty, children } = props;
  const { top, total } = ranking;
  const restCount = top.reduce((left, { count }) => left - count, total);
  const rows = [
    ...top.map(({ name, count }) => ({ name: nameOf(name), count })),
    ...(restCount > 0 ? [{ name: rest, count: restCount }] : []),
  ];
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <Card className="flex flex-col">
      <CardHead title={title}>
        {aside && <span className="text-xs text-ink-3 tabular-nums">{aside}</span>}
      </CardHead>
      {rows.length === 0 && <p className="px-4 pb-5 text-ink-2 sm:px-[22px]">{empty}</p>}
      <ul className="grid gap-3 px-4 pb-5 empty:hidden sm:px-[22px]">
        {rows.map(({ name, count }) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <span className="truncate" title={name}>
              {name}
            </span>
            <span className="tabular-nums">{count.toLocaleString()}</span>
            <span aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-sunk">
              <span
                className={`block h-full rounded-full ${name === rest ? 'bg-edge' : 'bg-accent'}`}
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      {children && (
        <p className="mt-auto px-4 pb-4 text-xs text-pretty text-ink-3 sm:px-[22px]">{children}</p>
      )}
    </Card>
  );
}
