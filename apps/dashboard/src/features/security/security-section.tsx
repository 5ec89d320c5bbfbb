import { ActivityCard } from './activity-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { TokensCard } from './tokens-card.tsx';

/** Settings → Security. In the order of use. */
export function SecuritySection() {
  return (
    <div className="grid gap-4">
      <PasskeysCard />
      <SecondFactorCard />
      <TokensCard />
      <ActivityCard />
    </div>
  );
}
