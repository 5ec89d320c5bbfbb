import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { NoMatch } from '../../components/list/no-match.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
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
  const [search, setSearch] = useSearchParams();
  const openId = search.get('entry') ?? undefined;
  const [filter, setFilter] = useState(NO_FILTER);
  const filterField = useRef<HTMLInputElement>(null);
  const groups = filtered(entries, filter);
  const shown = groups.flatMap((group) => group.entries);
  const place = shown.findIndex(({ _id }) => _id === openId);
  const open = can.details ? entries.find(({ _id }) => _id === openId) : undefined;

  /** In the URL, so that Back closes the panel and leaving a changed form asks for confirmation. */
  function show(id: string | undefined) {
    setSearch(id === undefined ? {} : { entry: id }, {
      replace: openId !== undefined,
      preventScrollReset: true,
    });
  }

  const isDeleted = openId !== undefined && !open;
  useEffect(() => {
    // Otherwise Undo would open the panel again.
    if (isDeleted) setSearch({}, { replace: true, preventScrollReset: true });
  }, [isDeleted, setSearch]);

  return (
    <>
      {can.details && <Filters filter={filter} onChange={setFilter} field={filterField} />}
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
          onRestoreFocus={() => {
            const title = document.getElementById(titleId(open._id));
            (title ?? document.querySelector('h1'))?.focus({ preventScroll: title === null });
          }}
        />
      )}
    </>
  );
}

interface Filter {
  readonly text: string;
  /** Empty for all kinds. */
  readonly kind: string;
}

const NO_FILTER: Filter = { text: '', kind: '' };

/** Filters the roles of each group after grouping, so that a filter does not change the groups. */
function filtered(entries: readonly TimelineEntry[], filter: Filter): TimelineGroup[] {
  return groupTimeline(entries).flatMap((group) => {
    const matching = group.filter((entry) => isMatch(entry, filter));
    return matching.length > 0 ? [{ size: group.length, entries: matching }] : [];
  });
}

function isMatch(entry: TimelineEntry, { text, kind }: Filter): boolean {
  const { title, description, organization, location, highlights } = entry;
  const content = [title, description, organization, location, ...highlights]
    .join(' ')
    .toLocaleLowerCase();
  const words = text.toLocaleLowerCase().split(/\s+/);
  return (kind === '' || entry.kind === kind) && words.every((word) => content.includes(word));
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly field: React.RefObject<HTMLInputElement | null>;
}

function Filters({ filter, onChange, field }: FiltersProps) {
  return (
    <search className="mb-3.5 flex flex-wrap gap-x-4 gap-y-3">
      <div className="relative min-w-40 flex-1 sm:max-w-65">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
        />
        <Input
          ref={field}
          type="search"
          aria-label="Filter timeline"
          aria-keyshortcuts="/"
          placeholder="Filter timeline"
          value={filter.text}
          maxLength={200}
          className="pl-9"
          onChange={({ target }) => onChange({ ...filter, text: target.value })}
        />
      </div>
      <div className="w-38">
        <Select
          aria-label="Kind"
          value={filter.kind}
          onChange={({ target }) => onChange({ ...filter, kind: target.value })}
        >
          <option value="">All kinds</option>
          <KindOptions />
        </Select>
      </div>
    </search>
  );
}
