import { queryOptions, useQuery } from '@tanstack/react-query';
import { routes, type TokenScope } from '@vitrine/contract/routes';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { dateOf, shortDayOf, timeOf } from '../../components/day.ts';
import { QueryResult } from '../../components/query-result.tsx';
import { useFocusHeadingOnUnmount } from '../../components/use-focus-heading-on-unmount.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { SecurityCard } from './security-card.tsx';

type Token = ApiResponse<typeof routes.token.list>['tokens'][number];

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => callApi(routes.token.list, { signal }),
  select: ({ tokens }) => tokens,
  // A script may have used one a moment ago.
  staleTime: 0,
});

export function TokensCard() {
  const query = useQuery(tokensQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SecurityCard
      title="API tokens"
      description="Let a script read or change your portfolio. A token never reaches your account, sessions or backups."
      action={
        <Button variant="outline" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" /> New token
        </Button>
      }
    >
      <QueryResult query={query} skeleton={<Skeleton className="m-5 h-10" />}>
        {(tokens) =>
          tokens.length > 0 && (
            <ul className="divide-y divide-line border-t border-line">
              {tokens.map((token) => (
                <TokenItem key={token._id} token={token} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <NewTokenDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </SecurityCard>
  );
}

const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  'write-drafts': 'Write drafts',
  write: 'Write',
};

function TokenItem({ token }: { readonly token: Token }) {
  const { _id: id, name, prefix, scope, expiresAt, lastUsedAt } = token;
  const revoke = useApiMutation(routes.token.remove, { reloads: ['tokens', 'audit'] });
  const item = useRef<HTMLLIElement>(null);
  useFocusHeadingOnUnmount(item);
  const used = lastUsedAt
    ? `Last used ${shortDayOf(lastUsedAt)}, ${timeOf(lastUsedAt)}`
    : 'Never used';
  const expiry = expiresAt ? `Expires ${dateOf(expiresAt)}` : 'Never expires';
  return (
    <li
      ref={item}
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[auto_1fr_auto] sm:px-[22px]"
    >
      <KeyRound aria-hidden="true" className="size-[18px] text-ink-3" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1.5 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <Badge variant="outline">{SCOPE_NAMES[scope]}</Badge>
          <DaysLeft expiresAt={expiresAt} />
        </p>
        <p className="mt-0.5 text-xs text-ink-3">
          <span className="font-mono">{prefix}…</span> · {used} · {expiry}
        </p>
      </div>
      <div className="col-start-2 sm:col-start-3">
        <ConfirmDialog
          title="Revoke this token?"
          description={`Scripts that use “${name}” stop working at once. This can't be undone.`}
          action="Revoke"
          onConfirm={() => revoke.mutate({ params: { id } })}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              className="-ml-2.5 text-danger! sm:ml-0"
              aria-label={`Revoke ${name}`}
              aria-disabled={revoke.isPending}
            >
              Revoke
            </Button>
          }
        />
      </div>
    </li>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const WARNING_DAYS = 7;

/** Warns in the last week. */
function DaysLeft({ expiresAt }: Pick<Token, 'expiresAt'>) {
  const days = expiresAt ? Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS) : Infinity;
  if (days > WARNING_DAYS) return null;
  return <Badge variant="waiting">{days <= 1 ? 'Last day' : `${days} days left`}</Badge>;
}
