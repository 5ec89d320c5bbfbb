import { queryOptions, useQuery } from '@tanstack/react-query';
import { routes, type TokenScope } from '@vitrine/contract/routes';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiResponse, callApi } from '../../../api/call-api.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { QueryResult } from '../../../components/query/query-result.tsx';
import { formatDate, formatMoment } from '../../../components/text/day.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SecurityCard } from '../security-card.tsx';
import { RemoveButton, SecurityItem, SecurityItems } from '../security-item.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

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
      description="Let a script read or change your portfolio. A token never reaches your account, sessions or backups, or contact details that you hide."
      action={
        <Button variant="outline" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" /> New token
        </Button>
      }
    >
      <QueryResult isInCard query={query} skeleton={<Skeleton className="m-5 h-10" />}>
        {(tokens) =>
          tokens.length > 0 && (
            <SecurityItems>
              {tokens.map((token) => (
                <TokenItem key={token._id} token={token} />
              ))}
            </SecurityItems>
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
  'read-messages': 'Read messages',
};

function TokenItem({ token }: { readonly token: Token }) {
  const { _id: id, name, prefix, scopes, expiresAt, lastUsedAt } = token;
  const revoke = useApiMutation(routes.token.remove, { reloads: ['tokens', 'audit'] });
  return (
    <SecurityItem
      icon={KeyRound}
      name={name}
      badges={
        <>
          {scopes.map((scope) => (
            <Badge key={scope} variant="outline">
              {SCOPE_NAMES[scope]}
            </Badge>
          ))}
          <DaysLeft expiresAt={expiresAt} />
        </>
      }
      details={[
        { text: `${prefix}…`, className: 'font-mono' },
        { text: lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Never used' },
        { text: expiresAt ? `Expires ${formatDate(expiresAt)}` : 'Never expires' },
      ]}
      actions={
        <RemoveButton
          action="Revoke"
          name={name}
          title="Revoke this token?"
          description={`Scripts that use “${name}” stop working at once. This can't be undone.`}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { id } })}
        />
      }
    />
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
