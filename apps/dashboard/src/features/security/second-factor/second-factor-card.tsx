import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import type { ApiResponse } from '../../../api/call-api.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadFailure } from '../../../components/query/load-failure.tsx';
import { formatDateTime } from '../../../components/text/day.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SecurityCard } from '../security-card.tsx';
import { RemoveButton, SecurityItem, SecurityItems } from '../security-item.tsx';
import { secondFactorQuery } from './second-factor-query.ts';

/** Rarely needed, and it contains the QR code's library. */
const SecondFactorSetup = lazy(() =>
  import('./second-factor-setup.tsx').then((file) => ({ default: file.SecondFactorSetup })),
);
const RecoveryCodesDialog = lazy(() =>
  import('./recovery-codes-dialog.tsx').then((file) => ({ default: file.RecoveryCodesDialog })),
);

type Setup = ApiResponse<typeof routes.secondFactor.setUp>;
type SecondFactor = ApiResponse<typeof routes.secondFactor.get>;

export function SecondFactorCard() {
  const query = useQuery(secondFactorQuery);
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const setUp = useApiMutation(routes.secondFactor.setUp, {
    quiet: true,
    reloads: ['second-factor'],
  });
  const { data } = query;

  function begin() {
    // Another browser may have turned it on.
    setUp.mutate({}, { onSuccess: setSetup, onError: () => void query.refetch() });
  }

  function finish(recoveryCodes: readonly string[]) {
    setSetup(undefined);
    setCodes(recoveryCodes);
  }

  function showActive(message: string) {
    setSetup(undefined);
    toast.error(message);
    void query.refetch();
  }

  const action = setup ? (
    <Button variant="ghost" className="max-sm:-ml-3.5" onClick={() => setSetup(undefined)}>
      Cancel setup
    </Button>
  ) : (
    data?.isOn === false && (
      <Button variant="outline" isPending={setUp.isPending} onClick={begin}>
        Set up
      </Button>
    )
  );

  return (
    <SecurityCard
      title="Second factor"
      description="A code from your phone, asked for after your password. Passkeys don’t need it."
      action={action}
    >
      {query.isError && !data && <LoadFailure query={query} />}
      {setup && (
        <Suspense fallback={<Skeleton className="m-[22px] h-44" />}>
          <SecondFactorSetup setup={setup} onDone={finish} onAlreadyOn={showActive} />
        </Suspense>
      )}
      {data?.isOn && <ActiveFactor factor={data} onCodes={setCodes} />}
      {codes && (
        <Suspense>
          <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />
        </Suspense>
      )}
    </SecurityCard>
  );
}

/** Then the card says that few are left. */
const FEW_CODES = 3;

interface ActiveFactorProps {
  readonly factor: SecondFactor;
  readonly onCodes: (codes: readonly string[]) => void;
}

function ActiveFactor({ factor, onCodes }: ActiveFactorProps) {
  const { createdAt, recoveryCodesLeft: left } = factor;
  const reloads = ['second-factor', 'audit'] as const;
  const renew = useApiMutation(routes.secondFactor.renewCodes, { quiet: true, reloads });
  const turnOff = useApiMutation(routes.secondFactor.turnOff, { reloads });
  return (
    <SecurityItems>
      <SecurityItem
        icon={Smartphone}
        name="Authenticator app"
        badges={<Badge>On</Badge>}
        details={[
          ...(createdAt ? [{ text: `Since ${formatDateTime(createdAt)}` }] : []),
          {
            text: left === 1 ? '1 recovery code left' : `${left} recovery codes left`,
            className: left <= FEW_CODES ? 'text-ochre' : '',
          },
        ]}
        actions={
          <>
            <ConfirmDialog
              title="Create new recovery codes?"
              description="Your old recovery codes stop working."
              action="Create new codes"
              onConfirm={() =>
                renew.mutate({}, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })
              }
              trigger={
                <Button variant="ghost" size="sm" aria-disabled={renew.isPending}>
                  New recovery codes
                </Button>
              }
            />
            <RemoveButton
              action="Turn off"
              title="Turn off the second factor?"
              description="Then your password alone signs you in. Your recovery codes stop working."
              isPending={turnOff.isPending}
              onConfirm={() => turnOff.mutate({})}
            />
          </>
        }
      />
    </SecurityItems>
  );
}
