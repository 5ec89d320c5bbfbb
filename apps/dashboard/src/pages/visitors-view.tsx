import { useQuery } from '@tanstack/react-query';
import { downloads } from '@vitrine/contract/routes';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { urlOf } from '../api/call-api.ts';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { startDownload } from '../components/start-download.ts';
import { viewsQuery } from '../components/view/view-queries.ts';
import { visitsQuery } from '../features/visitors/visit-queries.ts';
import { Visitors } from '../features/visitors/visitors.tsx';
import { optionOrFirst, paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';

const PERIODS = ['month', 'year'] as const;
const NAMES = { month: '30 days', year: '12 months' };

export function VisitorsView() {
  // Kept when the period changes.
  const [isTable, setIsTable] = useState(false);
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const period = optionOrFirst(PERIODS, search.get('period'));
  const query = useQuery({ ...visitsQuery(period), enabled: can.visits });
  const { data: list } = useQuery({ ...viewsQuery, enabled: can.views, meta: { quiet: true } });
  if (!can.visits) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageHeading
        title="Visitors"
        action={
          <div className="flex flex-wrap items-center gap-2">
            <Segmented
              label="Period"
              options={PERIODS.map((value) => ({ value, name: NAMES[value] }))}
              value={period}
              onChange={(value) =>
                setSearch({ view: 'visitors', period: value }, { replace: true })
              }
            />
            <Button
              variant="outline"
              icon={Download}
              onClick={() => startDownload(urlOf(downloads.visits))}
            >
              Download CSV
            </Button>
          </div>
        }
      >
        Counted on your server. No cookies, no IP addresses stored.{' '}
        <a href="#how" className="text-accent underline underline-offset-3">
          How this is counted
        </a>
      </PageHeading>
      <QueryResult query={query}>
        {(summary) => (
          <Visitors
            summary={summary}
            unit={period === 'year' ? 'month' : 'day'}
            viewNames={new Map(list?.views.map(({ _id: id, name }) => [id, name]))}
            isTable={isTable}
            onTable={setIsTable}
          />
        )}
      </QueryResult>
    </>
  );
}
