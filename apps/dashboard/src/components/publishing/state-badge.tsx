import { Clock } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** The state of an item with drafts. Other hosts have no states. */
export interface ItemState {
  readonly state?: 'draft' | 'published' | undefined;
  readonly publishAt?: string | null | undefined;
  readonly hasDraft?: boolean | undefined;
}

interface StateBadgeProps {
  readonly item: ItemState;
  /** Lists leave out Published, because it is the normal case. */
  readonly showsPublished?: boolean;
}

export function StateBadge({ item, showsPublished = false }: StateBadgeProps) {
  const { state, publishAt, hasDraft } = item;
  if (publishAt)
    return (
      <Badge variant="secondary" className="shrink-0">
        <Clock aria-hidden="true" className="size-3.5 shrink-0" />
        Scheduled for {formatTime(publishAt)}
      </Badge>
    );
  if (state === 'draft')
    return (
      <Badge variant="dashed" className="shrink-0">
        Draft
      </Badge>
    );
  if (hasDraft)
    return (
      <Badge variant="waiting" className="shrink-0">
        <HalfDot />
        Unpublished changes
      </Badge>
    );
  return state === 'published' && showsPublished ? <Badge>Published</Badge> : null;
}

export function HalfDot() {
  return (
    <span
      aria-hidden="true"
      className="size-2.5 shrink-0 rounded-full border-[1.5px] border-current bg-linear-to-r from-current from-50% to-transparent to-50%"
    />
  );
}

/** As in 'Nov 20, 09:00', with the year if it is another one. */
export function formatTime(time: string): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const day = date.toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return `${day}, ${date.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
}
