import { useQuery } from '@tanstack/react-query';
import { passkeysQuery } from './passkeys/passkeys-card.tsx';
import { tokensQuery } from './tokens/tokens-card.tsx';

/** What reaches the account or the portfolio besides the password. */
export function useAccess(enabled: boolean) {
  const { data: { passkeys } = { passkeys: [] } } = useQuery({ ...passkeysQuery, enabled });
  const { data: tokens = [] } = useQuery({ ...tokensQuery, enabled });
  return [
    ...passkeys.map(({ _id: id, name }) => ({ id, name: `Passkey “${name}”` })),
    ...tokens.map(({ _id: id, name }) => ({ id, name: `API token “${name}”` })),
  ];
}
