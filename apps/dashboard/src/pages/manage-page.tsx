import { useQuery } from '@tanstack/react-query';
import type { CollectionName } from '@vitrine/contract/collections';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { collectionQuery } from '../components/collection/collection-query.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ReturnToDashboard } from '../components/page/return-to-dashboard.tsx';
import { EmptyState } from '../components/query/empty-state.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ManagedCollection } from './collection-parts.ts';

interface ManagePageProps<Name extends CollectionName> extends ManagedCollection<Name> {
  readonly name: Name;
}

/** The page on which the owner changes, orders and deletes the items of a collection. */
export function ManagePage<Name extends CollectionName>(props: ManagePageProps<Name>) {
  const { name, List, Skeleton: ListSkeleton } = props;
  const can = useCan();
  const query = useQuery(collectionQuery(name));
  const { one, many, empty, manageNote, detailsNote, manageTitle, addLabel, importTo } =
    COLLECTION_VIEWS[name];
  const add = addLabel ?? `Add ${one}`;
  return (
    <>
      <PageHeading
        title={manageTitle ?? `Manage Your ${many}`}
        action={
          // Show both at once: an Add link that appears later would move the other button.
          query.isFetched ? (
            <div className="flex flex-wrap gap-2">
              <ReturnToDashboard />
              {importTo && can.import && (
                <Button asChild variant="outline">
                  <Link to={importTo}>Import</Link>
                </Button>
              )}
              {/* An empty list has its Add link in the empty state instead. */}
              {query.data && query.data.length > 0 && (
                <Button asChild>
                  <Link to={paths.add(name)}>
                    <Plus aria-hidden="true" /> {add}
                  </Link>
                </Button>
              )}
            </div>
          ) : (
            <Skeleton className="h-9 w-44" />
          )
        }
      >
        {manageNote ?? (can.details && detailsNote)}
      </PageHeading>
      <QueryResult query={query} skeleton={ListSkeleton && <ListSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <Card>
              <EmptyState text={empty} next={[paths.add(name), add]} />
            </Card>
          ) : (
            <List items={items} />
          )
        }
      </QueryResult>
    </>
  );
}
