import { useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { HistoryButton } from '../features/history/history-button.tsx';
import { ManageTimeline } from '../features/timeline/manage-timeline.tsx';
import { timelinesQuery } from '../features/timeline/timeline-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

const ADD = [paths.view('add-timeline'), 'Add Timeline'] as const;

export function ManageTimelinePage() {
  const query = useQuery(timelinesQuery);
  const can = useCan();
  return (
    <>
      <PageHeading title="Manage Your Timeline" action={<ManageActions query={query} add={ADD} />}>
        {can.details && 'Newest first. Roles at the same organization appear together.'}
      </PageHeading>
      <QueryResult query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Card>
              <EmptyState text="You have not added any timeline." next={ADD} />
            </Card>
          ) : (
            <ManageTimeline
              entries={entries}
              actionsOf={({ _id, title }) => (
                <HistoryButton key={_id} compact noun="timeline" id={_id} title={title} />
              )}
            />
          )
        }
      </QueryResult>
    </>
  );
}
