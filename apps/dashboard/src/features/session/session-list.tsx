import { queryOptions, useQuery } from '@tanstack/react-query';
import { deviceName } from '@vitrine/contract/device';
import { routes } from '@vitrine/contract/routes';
import { useRef } from 'react';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { QueryResult } from '../../components/query/query-result.tsx';
import { formatMoment } from '../../components/text/day.ts';
import { IpAddress } from '../../components/text/ip-address.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

type Session = ApiResponse<typeof routes.session.list>['sessions'][number];

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callApi(routes.session.list, { signal }),
  select: ({ sessions }) => sessions,
  // Another browser may have signed in a moment ago.
  staleTime: 0,
});

export function SessionList() {
  const query = useQuery(sessionsQuery);
  const removeOthers = useApiMutation(routes.session.removeOthers, { reloads: ['sessions'] });
  return (
    <QueryResult query={query}>
      {(sessions) => (
        <div className="grid gap-4">
          <ul className="grid gap-3">
            {sessions.map((session) => (
              <SessionCard key={session._id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div>
              <Button
                variant="outline"
                aria-disabled={removeOthers.isPending}
                onClick={() => {
                  if (!removeOthers.isPending) removeOthers.mutate({});
                }}
              >
                Sign out everywhere else
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryResult>
  );
}

function SessionCard({ session }: { readonly session: Session }) {
  const { _id: id, userAgent, address, createdAt, lastSeenAt, isThis, method } = session;
  const remove = useApiMutation(routes.session.remove, { reloads: ['sessions'] });
  const card = useRef<HTMLLIElement>(null);
  useFocusHeadingOnUnmount(card);
  const device = deviceName(userAgent);
  return (
    <li ref={card}>
      <Card className="items-center gap-x-4 p-4 sm:flex">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 wrap-anywhere">{device}</span>
            {isThis && <Badge>This device</Badge>}
          </p>
          <p className="mt-0.5 text-sm text-ink-2">
            {address && (
              <>
                <IpAddress address={address} />
                {' · '}
              </>
            )}
            Signed in {createdAt && formatMoment(createdAt)} with {method} ·{' '}
            <span className="inline-block">Last seen {formatMoment(lastSeenAt)}</span>
          </p>
        </div>
        {!isThis && (
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:mt-1 max-sm:-mb-2 max-sm:-ml-2.5 max-sm:h-10"
            aria-label={`Sign out ${device}`}
            aria-disabled={remove.isPending}
            onClick={() => {
              if (!remove.isPending) remove.mutate({ params: { id } });
            }}
          >
            Sign out
          </Button>
        )}
      </Card>
    </li>
  );
}
