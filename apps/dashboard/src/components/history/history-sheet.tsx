import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryCollection } from '@vitrine/contract/options';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Sheet, SheetContent } from '../../ui/sheet.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { EmptyState } from '../query/empty-state.tsx';
import { LoadMore } from '../query/load-more.tsx';
import { QueryResult } from '../query/query-result.tsx';
import { formatDay } from '../text/day.ts';
import { versionsQuery } from './history-queries.ts';
import { VersionItem } from './version-item.tsx';

export interface HistorySheetProps {
  readonly noun: HistoryCollection;
  readonly id: string;
  /** Shown until the history has loaded. */
  readonly title: string;
  readonly onClose: () => void;
}

/** The versions of an item by day, newest first. One of them can be open. */
export function HistorySheet({ noun, id, title, onClose }: HistorySheetProps) {
  const query = useInfiniteQuery(versionsQuery(noun, id));
  const body = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string>();
  return (
    <Sheet open onOpenChange={onClose}>
      <SheetContent
        size="wide"
        title="History"
        description={<Summary noun={noun} id={id} title={title} />}
        onKeyDown={(event) => moveFocus(event, body.current)}
        {...useReturnFocus('h2')}
      >
        <div ref={body}>
          <QueryResult query={query} skeleton={<VersionsSkeleton />}>
            {(versions) => (
              <>
                {versions.length === 0 && (
                  <Card className="mt-4">
                    <EmptyState text="No changes have been recorded yet." />
                  </Card>
                )}
                {[...Map.groupBy(versions, ({ createdAt }) => formatDay(createdAt))].map(
                  ([day, group]) => (
                    <section key={day} aria-label={day}>
                      <h3 className="pt-4 pb-1.5 text-xs font-medium text-ink-2">{day}</h3>
                      <ol className="divide-y divide-line rounded-lg border border-line bg-card">
                        {group.map((version) => (
                          <VersionItem
                            key={version._id}
                            version={version}
                            isCurrent={version === versions[0]}
                            isOpen={version._id === openId}
                            noun={noun}
                            onToggle={() =>
                              setOpenId((open) => (open === version._id ? undefined : version._id))
                            }
                            onRestored={onClose}
                          />
                        ))}
                      </ol>
                    </section>
                  ),
                )}
                {query.hasNextPage && (
                  <LoadMore
                    query={query}
                    shown={versions.length}
                    onLoaded={() =>
                      versionButtons(body.current)[versions.length]?.focus({ preventScroll: true })
                    }
                  />
                )}
                <p className="pt-4 text-xs text-ink-2">
                  Every version is kept for 30 days, then one a day, then one a month.
                </p>
              </>
            )}
          </QueryResult>
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** 'Tidewatch · 7 versions since Aug 2, 2026' */
function Summary({ noun, id, title }: Pick<HistorySheetProps, 'noun' | 'id' | 'title'>) {
  const { data } = useInfiniteQuery({
    ...versionsQuery(noun, id),
    select: ({ pages }) => pages[0],
  });
  const { total = 0, since } = data ?? {};
  const date = since && new Date(since).toLocaleDateString(undefined, { dateStyle: 'medium' });
  return (
    <p className="mt-0.5 flex min-w-0 text-sm text-ink-2">
      <span className="truncate">{data?.title ?? title}</span>
      {date && (
        <span className="shrink-0 whitespace-pre">
          {' · '}
          {total === 1 ? '1 version' : `${total} versions`} since {date}
        </span>
      )}
    </p>
  );
}

/** The up and down arrows move between the versions, Home and End to the first and the last. */
function moveFocus(event: KeyboardEvent, body: HTMLElement | null): void {
  const versions = versionButtons(body);
  const index = versions.findIndex((version) => version.contains(document.activeElement));
  const indexes: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: versions.length - 1,
  };
  const next = versions[indexes[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function versionButtons(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [])];
}

function VersionsSkeleton() {
  return (
    <div className="pt-10">
      <CardSkeleton rows={5} />
    </div>
  );
}
