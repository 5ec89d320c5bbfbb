import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { deviceName } from '@vitrine/contract/device';
import { AUDIT_GROUPS, type AuditGroup, KINDS_BY_GROUP } from '@vitrine/contract/options';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../api/call-api.ts';
import { EmptyState } from '../../../components/query/empty-state.tsx';
import { QueryResult } from '../../../components/query/query-result.tsx';
import { formatShortDay, formatTime } from '../../../components/text/day.ts';
import { IpAddress } from '../../../components/text/ip-address.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardFoot } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRow,
} from '../../../ui/table.tsx';
import { SecurityCard } from '../security-card.tsx';
import { type AuditEvent, auditQuery } from './audit-query.ts';
import { describeEvent } from './describe-event.ts';

const GROUP_NAMES: Readonly<Record<AuditGroup, string>> = {
  'sign-ins': 'Sign-ins',
  'failed-sign-ins': 'Failed sign-ins',
  'security-changes': 'Security changes',
  'backups-and-exports': 'Backups, imports, deletions',
  settings: 'Settings',
};

/** The audit log. */
export function ActivityCard() {
  const [show, setShow] = useState<AuditGroup | 'everything'>('everything');
  const query = useInfiniteQuery(auditQuery(show));
  return (
    <SecurityCard
      title="Activity"
      description="Sign-ins and changes to your account, kept for 180 days."
      action={
        <Select
          aria-label="Show"
          className="w-56"
          value={show}
          onChange={({ target }) =>
            setShow(AUDIT_GROUPS.find((group) => group === target.value) ?? 'everything')
          }
        >
          <option value="everything">Everything</option>
          {AUDIT_GROUPS.map((group) => (
            <option key={group} value={group}>
              {GROUP_NAMES[group]}
            </option>
          ))}
        </Select>
      }
    >
      <QueryResult isInCard query={query} skeleton={<EventsSkeleton />}>
        {(events) =>
          events.length === 0 ? (
            <div className="border-t border-line">
              <EmptyState text="Nothing of this kind in the last 180 days." />
            </div>
          ) : (
            <Events events={events} query={query} />
          )
        }
      </QueryResult>
    </SecurityCard>
  );
}

interface EventsProps {
  readonly events: readonly AuditEvent[];
  readonly query: UseInfiniteQueryResult<readonly AuditEvent[], ApiError>;
}

function Events({ events, query }: EventsProps) {
  const rows = useRef<HTMLTableSectionElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = query;

  async function loadMore() {
    const { length } = events;
    await fetchNextPage();
    // React renders the new rows in a later task. The button may be gone then.
    setTimeout(() => rows.current?.querySelectorAll('tr')[length]?.focus());
  }

  return (
    <>
      {/* Until the chosen events load, the others are shown, but not as the chosen ones. */}
      <Table
        aria-busy={isPlaceholderData}
        className={`text-sm transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
      >
        <TableHead>
          <TableHeading className="w-[24%]">When</TableHeading>
          <TableHeading>What</TableHeading>
          <TableHeading className="w-[40%]">From</TableHeading>
        </TableHead>
        <TableBody ref={rows}>
          {events.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </TableBody>
      </Table>
      {hasNextPage && (
        <CardFoot>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-2.5"
            isPending={isFetchingNextPage}
            onClick={() => void loadMore()}
          >
            Show older activity
          </Button>
        </CardFoot>
      )}
    </>
  );
}

const FAILURES: readonly string[] = KINDS_BY_GROUP['failed-sign-ins'];

function EventRow({ event }: { readonly event: AuditEvent }) {
  const { kind, at, userAgent, address } = event;
  return (
    <TableRow tabIndex={-1} className="stacked:gap-0.5 focus-visible:-outline-offset-2">
      <TableCell className="text-ink-2 tabular-nums">
        <time dateTime={at}>
          {formatShortDay(at)}, {formatTime(at)}
        </time>
      </TableCell>
      <TableCell className={`wrap-anywhere ${FAILURES.includes(kind) ? 'text-danger' : ''}`}>
        {describeEvent(event)}
      </TableCell>
      <TableCell className="text-ink-2 wrap-anywhere">
        {deviceName(userAgent)}
        {address && (
          <p className="text-xs">
            <IpAddress address={address} />
          </p>
        )}
      </TableCell>
    </TableRow>
  );
}

function EventsSkeleton() {
  return (
    <div className="grid gap-3 border-t border-line p-5">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}
