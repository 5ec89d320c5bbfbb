import { useRef, useState } from 'react';
import { LazyHistorySheet } from '../../../components/history/history-button.tsx';
import { FilterTabs } from '../../../components/list/filter-tabs.tsx';
import { NoMatch } from '../../../components/list/no-match.tsx';
import { SearchField } from '../../../components/list/search-field.tsx';
import type { View } from '../../../components/view/view-queries.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, TableBody, TableHead, TableHeading } from '../../../ui/table.tsx';
import { RevokeDialog } from '../revoke-dialog.tsx';
import { useViewMutations } from '../use-view-mutations.ts';
import { ViewRow } from './view-row.tsx';

const TABS = {
  All: () => true,
  Active: ({ state }: View) => state === 'active',
  Drafts: ({ state }: View) => state === 'draft',
  Ended: ({ state }: View) => state === 'expired' || state === 'revoked',
};
type Tab = keyof typeof TABS;
const TAB_NAMES: readonly Tab[] = ['All', 'Active', 'Drafts', 'Ended'];

interface ViewListProps {
  readonly views: readonly View[];
  readonly isCounting: boolean;
}

/** All views, those whose link has ended last. */
export function ViewList({ views, isCounting }: ViewListProps) {
  const [tab, setTab] = useState<Tab>('All');
  const [filter, setFilter] = useState('');
  const [toRevoke, setToRevoke] = useState<View>();
  const [historyOf, setHistoryOf] = useState<View>();
  const { revoke } = useViewMutations();
  const field = useRef<HTMLInputElement>(null);
  const words = filter.toLocaleLowerCase().split(/\s+/);
  const shown = views.filter(TABS[tab]).filter(({ name, headline, note }) => {
    const text = [name, headline, note].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="group/view">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <FilterTabs
          label="State"
          tabs={TAB_NAMES.map((name) => ({ name, count: views.filter(TABS[name]).length }))}
          value={tab}
          onChoose={setTab}
        />
        <SearchField
          label="Search views"
          input={field}
          query={filter}
          onSearch={setFilter}
          delayMs={0}
        />
      </div>
      <Card aria-label="All views">
        {shown.length > 0 ? (
          <Table data-rows="">
            <TableHead>
              <TableHeading>Name</TableHeading>
              <TableHeading className="w-44 lg:w-52">Link</TableHeading>
              <TableHeading className="w-36 lg:w-48">Opened</TableHeading>
              <TableHeading className="w-29">
                <span className="sr-only">Actions</span>
              </TableHeading>
            </TableHead>
            <TableBody>
              {shown.map((view) => (
                <ViewRow
                  key={view._id}
                  view={view}
                  onRevoke={() => setToRevoke(view)}
                  onHistory={() => setHistoryOf(view)}
                />
              ))}
            </TableBody>
          </Table>
        ) : (
          <NoMatch
            name="view"
            onClear={() => {
              setFilter('');
              setTab('All');
              field.current?.focus();
            }}
          />
        )}
      </Card>
      <p className="mt-3.5 max-w-[84ch] text-xs text-ink-2">
        {isCounting
          ? 'Opens are approximate. Vitrine sets no cookie and doesn’t know who opened a link: one person on two days counts twice. Previews by mail and chat apps are left out.'
          : 'Opens are not counted at the moment. You can turn this on at the end of Visitors.'}
      </p>
      <RevokeDialog
        name={toRevoke?.name ?? ''}
        isOpen={toRevoke !== undefined}
        onRevoke={() => toRevoke && revoke.mutate({ params: { id: toRevoke._id } })}
        onClose={() => setToRevoke(undefined)}
      />
      {historyOf && (
        <LazyHistorySheet
          noun="view"
          id={historyOf._id}
          title={historyOf.name}
          onClose={() => setHistoryOf(undefined)}
        />
      )}
    </div>
  );
}
