import { useInfiniteQuery } from '@tanstack/react-query';
import { TRASH_COLLECTIONS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { useApiMutation } from '../api/query-client.ts';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { SearchField } from '../components/list/search-field.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { SectionLinks } from '../components/page/section-links.tsx';
import { TrashList } from '../features/trash/trash-list.tsx';
import { trashQuery } from '../features/trash/trash-queries.ts';
import { optionOrFirst, paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

const TAB_NAMES = ['all', ...TRASH_COLLECTIONS] as const;

const TABS: Readonly<Record<(typeof TAB_NAMES)[number], { readonly many: string }>> = {
  ...COLLECTION_VIEWS,
  all: { many: 'All' },
  message: { many: 'Messages' },
  view: { many: 'Views' },
};

/** Everything that was deleted in the last 30 days. */
export function TrashView() {
  const can = useCan();
  const [urlParams, setUrlParams] = useSearchParams();
  const noun = optionOrFirst(TAB_NAMES, urlParams.get('noun'));
  const search = urlParams.get('search') ?? '';
  const searchField = useRef<HTMLInputElement>(null);
  const { data: counts } = useInfiniteQuery({
    ...trashQuery(noun, search),
    select: ({ pages }) => pages[0]?.counts,
  });
  const total = counts && TRASH_COLLECTIONS.reduce((sum, one) => sum + counts[one], 0);
  if (!can.trash) return <Navigate to={paths.home} replace />;

  function find(query: string) {
    setUrlParams(
      { view: 'trash', ...(noun !== 'all' && { noun }), ...(query !== '' && { search: query }) },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div className="group/view">
      <PageHeading title="Trash" action={<EmptyTrashButton count={total ?? 0} />}>
        Items stay here for 30 days. Then they are deleted forever.
      </PageHeading>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <SectionLinks
          label="Type"
          // Hidden until the counts are known. The zeros keep the place of the counts.
          className={counts ? '' : 'invisible'}
          links={TAB_NAMES.map((one) => ({
            to: paths.trash(one),
            name: TABS[one].many,
            isCurrent: one === noun,
            count: (one === 'all' ? total : counts?.[one]) ?? 0,
          }))}
        />
        <SearchField
          key={noun}
          label="Search the trash"
          input={searchField}
          query={search}
          onSearch={find}
        />
      </div>
      <TrashList key={noun} noun={noun} search={search} searchField={searchField} />
    </div>
  );
}

function EmptyTrashButton({ count }: { readonly count: number }) {
  const { mutate, isPending } = useApiMutation(routes.trash.empty, {
    reloads: ['trash', 'audit'],
  });
  const [isOpen, setIsOpen] = useState(false);
  const items = count === 1 ? '1 item' : `${count} items`;
  const isDisabled = count === 0 || isPending;
  return (
    <>
      <Button
        variant="outline"
        className="text-danger!"
        // Not `disabled`, which would drop the focus when the trash is empty.
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && setIsOpen(true)}
      >
        Empty trash
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Empty the trash?"
        description={`This deletes ${items} forever. You can't undo it here. For 7 days, you can run “vitrine trash restore” on the server.`}
        action="Empty trash"
        onConfirm={() => {
          setIsOpen(false);
          mutate({});
        }}
        onCancel={() => setIsOpen(false)}
      />
    </>
  );
}
