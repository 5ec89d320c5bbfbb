import type { TimelineEntry } from '@vitrine/contract/timeline';
import type { CollectionItem } from '../../components/collection/collection-query.ts';

/** Fills in what a host with only the specified fields leaves out. */
export function withDetails(entry: CollectionItem<'timeline'>): TimelineEntry {
  const timeline = { fromMonth: null, toMonth: null, ...entry.timeline };
  const details = { organization: '', location: '', link: '', highlights: [] };
  return { kind: 'other', ...details, ...entry, timeline };
}
