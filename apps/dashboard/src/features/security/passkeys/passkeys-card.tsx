import { queryOptions, useQuery } from '@tanstack/react-query';
import { deviceName } from '@vitrine/contract/device';
import { routes } from '@vitrine/contract/routes';
import { KeyRound, Laptop, Plus, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError, type ApiResponse, callApi } from '../../../api/call-api.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { canUsePasskeys, createPasskey, isAlreadyAdded } from '../../../components/passkey.ts';
import { QueryResult } from '../../../components/query/query-result.tsx';
import { formatDate, formatMoment } from '../../../components/text/day.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { SecurityCard } from '../security-card.tsx';
import { RemoveButton, SecurityItem, SecurityItems } from '../security-item.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

type Passkey = ApiResponse<typeof routes.passkey.list>['passkeys'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callApi(routes.passkey.list, { signal }),
  // Another browser may have added one a moment ago.
  staleTime: 0,
});

export function PasskeysCard() {
  const query = useQuery(passkeysQuery);
  const { host = location.hostname, passkeys = [] } = query.data ?? {};
  return (
    <SecurityCard
      title="Passkeys"
      description={`Sign in with your fingerprint, face or device PIN instead of a password. ${
        canUsePasskeys
          ? `Passkeys work on ${host} only.`
          : 'Passkeys need a browser that supports them, and a host name with https.'
      }`}
      action={canUsePasskeys && <AddPasskey isFirst={query.isSuccess && passkeys.length === 0} />}
    >
      <QueryResult
        isInCard
        query={query}
        skeleton={<Skeleton className="mx-4 mb-4 h-11 sm:mx-[22px]" />}
      >
        {(data) => <PasskeyList {...data} />}
      </QueryResult>
    </SecurityCard>
  );
}

function AddPasskey({ isFirst }: { readonly isFirst: boolean }) {
  const getOptions = useApiMutation(routes.passkey.registerOptions, { quiet: true });
  const register = useApiMutation(routes.passkey.register, { reloads: ['passkeys', 'audit'] });
  const [isPending, setIsPending] = useState(false);

  async function add() {
    setIsPending(true);
    try {
      const { options } = await getOptions.mutateAsync({});
      const credential = await createPasskey(options);
      // The owner dismissed the browser's dialog.
      if (!credential) return;
      const name = deviceName(navigator.userAgent);
      await register.mutateAsync({ body: { name, credential } });
    } catch (error) {
      // The query client shows the errors of the host.
      if (!(error instanceof ApiError)) toast.error(failureOf(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button
      variant={isFirst ? 'default' : 'outline'}
      icon={Plus}
      isPending={isPending}
      onClick={() => void add()}
    >
      Add passkey
    </Button>
  );
}

function failureOf(error: unknown): string {
  return isAlreadyAdded(error)
    ? 'This device already has a passkey for your account.'
    : 'Your browser could not create a passkey.';
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly host: string;
}

function PasskeyList({ passkeys, host }: PasskeyListProps) {
  if (passkeys.length === 0) return null;
  const others = [...new Set(passkeys.map((one) => one.host))].filter((one) => one !== host);
  return (
    <>
      {others.length > 0 && (
        <Warning className="mx-4 mb-4 sm:mx-[22px]">
          The host name changed. Passkeys for {others.join(' and ')} don’t work on {host}. Add new
          ones here, then remove the old ones.
        </Warning>
      )}
      <SecurityItems>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey._id} passkey={passkey} isUsable={passkey.host === host} />
        ))}
      </SecurityItems>
    </>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly isUsable: boolean;
}

function PasskeyItem({ passkey, isUsable }: PasskeyItemProps) {
  const { _id: id, name, createdAt, lastUsedAt, isSynced, isThis } = passkey;
  const remove = useApiMutation(routes.passkey.remove, { reloads: ['passkeys', 'audit'] });
  return (
    <SecurityItem
      icon={iconOf(name)}
      name={name}
      badges={
        <>
          {isThis && <Badge>This device</Badge>}
          {!isUsable && <Badge variant="waiting">Other host name</Badge>}
        </>
      }
      details={[
        { text: `Added ${formatDate(createdAt)}` },
        { text: lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Never used' },
        ...(isSynced ? [{ text: 'Synced' }] : []),
      ]}
      actions={
        <>
          <RenamePasskeyDialog passkey={passkey} />
          <RemoveButton
            action="Remove"
            name={name}
            title={`Remove ${name}?`}
            description="This passkey can no longer sign in. You can still sign in with your password. Delete the passkey in your password manager too."
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ params: { id } })}
          />
        </>
      }
    />
  );
}

/** By its name, which at first is that of the browser. */
function iconOf(name: string) {
  if (/iphone|android|phone|pixel|galaxy/i.test(name)) return Smartphone;
  if (/mac|windows|linux|chromeos|laptop|book|pc\b/i.test(name)) return Laptop;
  return KeyRound;
}
