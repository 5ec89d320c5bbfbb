import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { viewsQuery } from '../components/view/view-queries.ts';
import { NoViews } from '../features/view/list/no-views.tsx';
import { ViewList } from '../features/view/list/view-list.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** The views of the owner's portfolio. */
export function ViewsView() {
  const can = useCan();
  const query = useQuery({ ...viewsQuery, enabled: can.views });
  if (!can.views) return <Navigate to={paths.home} replace />;
  const isEmpty = query.data?.views.length === 0;
  return (
    <>
      <PageHeading
        title="Views"
        action={
          isEmpty || (
            <Button asChild className="max-sm:h-11 max-sm:w-full">
              <Link to={paths.newView}>
                <Plus aria-hidden="true" />
                New view
              </Link>
            </Button>
          )
        }
      >
        {isEmpty
          ? undefined
          : 'Selections of your portfolio, each for one reader, each with its own link.'}
      </PageHeading>
      <QueryResult query={query}>
        {(list) => (list.views.length === 0 ? <NoViews /> : <ViewList {...list} />)}
      </QueryResult>
    </>
  );
}
