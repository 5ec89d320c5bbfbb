import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { useMemo, useRef, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { type Filter, isMatch, KindFilter, NO_FILTER } from '../../components/list/kind-filter.tsx';
import { NoMatch } from '../../components/list/no-match.tsx';
import { focusButton, useOpenItem } from '../../components/list/use-open-item.ts';
import { Card } from '../../ui/card.tsx';
import { ManageTimelineTable, type TimelineGroup, titleId } from './manage-timeline-table.tsx';
import { withDetails } from './timeline-entry.ts';
import { KindOptions } from './timeline-kind.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

interface ManageTimelineProps {
  readonly items: readonly CollectionItem<'timeline'>[];
}

/** The timeline with a filter, and a panel for the entry that the URL names. */
export function ManageTimeline({ items }: ManageTimelineProps) {
  const entries = useMemo(() => items.map(withDetails), [items]);
  const can = useCan();
  const { open, show } = useOpenItem('entry', can.details ? entries : []);
  const [filter, setFilter] = useState(NO_FILTER);
  const filterField = useRef<HTMLInputElement>(null);
  const groups = filtered(entries, filter);
  const shown = groups.flatMap((group) => group.entries);
  const place = shown.findIndex(({ _id }) => _id === open?._id);

  return (
    <>
      {can.details && (
        <KindFilter
          label="Filter timeline"
          filter={filter}
          onChange={setFilter}
          field={filterField}
          kinds={<KindOptions />}
          className="w-38"
        />
      )}
      <Card>
        {groups.length > 0 ? (
          <ManageTimelineTable groups={groups} openId={open?._id} onOpen={show} />
        ) : (
          <NoMatch
            name="timeline entry"
            onClear={() => {
              setFilter(NO_FILTER);
              filterField.current?.focus();
            }}
          />
        )}
      </Card>
      {open && (
        <TimelinePanel
          entry={open}
          previous={place < 0 ? undefined : shown[place - 1]}
          next={place < 0 ? undefined : shown[place + 1]}
          onOpen={({ _id }) => show(_id)}
          onClose={() => show(undefined)}
          onRestoreFocus={() => focusButton(titleId(open._id))}
        />
      )}
    </>
  );
}

/** Filters the roles of each group after grouping, so that a filter does not change the groups. */
function filtered(entries: readonly TimelineEntry[], filter: Filter): TimelineGroup[] {
  return groupTimeline(entries).flatMap((group) => {
    const matching = group.filter((entry) => isMatch(filter, entry.kind, textsOf(entry)));
    return matching.length > 0 ? [{ size: group.length, entries: matching }] : [];
  });
}

function textsOf(entry: TimelineEntry): string[] {
  const { title, description, organization, location, highlights } = entry;
  return [title, description, organization, location, ...highlights];
}
