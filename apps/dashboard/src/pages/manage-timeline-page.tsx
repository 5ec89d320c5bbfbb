import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { ManageTimelineTable } from '../features/timeline/manage-timeline-table.tsx';
import { timelinesQuery } from '../features/timeline/timeline-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

const ADD = [paths.view('add-timeline'), 'Add Timeline'] as const;

export function ManageTimelinePage() {
  const query = useQuery(timelinesQuery);
  return (
    <>
      <PageHeading
        title="Manage Your Timeline"
        action={<ManageActions query={query} add={ADD} />}
      />
      <QueryResult query={query}>
        {(entries) => (
          <Card>
            {entries.length === 0 ? (
              <EmptyState text="You have not added any timeline." next={ADD} />
            ) : (
              <ManageTimelineTable entries={entries} />
            )}
          </Card>
        )}
      </QueryResult>
    </>
  );
}
