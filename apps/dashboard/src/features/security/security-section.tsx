import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { ActivityCard } from './activity/activity-card.tsx';
import { auditQuery } from './activity/audit-query.ts';
import { PasskeysCard, passkeysQuery } from './passkeys/passkeys-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { secondFactorQuery } from './second-factor/second-factor-query.ts';
import { TokensCard, tokensQuery } from './tokens/tokens-card.tsx';

/** Account > Security. In the order of use. */
export function SecuritySection() {
  const passkeys = useQuery(passkeysQuery);
  const secondFactor = useQuery(secondFactorQuery);
  const tokens = useQuery(tokensQuery);
  const activity = useInfiniteQuery(auditQuery('everything'));
  // All at once: a card that grows when it is loaded would move the ones below it.
  if (![passkeys, secondFactor, tokens, activity].every(({ isFetched }) => isFetched))
    return (
      <div key="skeleton" aria-busy="true">
        <CardSkeleton rows={8} />
      </div>
    );
  return (
    <div className="grid gap-4">
      <PasskeysCard />
      <SecondFactorCard />
      <TokensCard />
      <ActivityCard />
    </div>
  );
}
