import { useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { useSession } from '../features/session/session.ts';
import { siteUrlQuery } from '../features/site/site-queries.ts';

/** The address of the public site, or empty if there is none. Undefined while it loads. */
export function useSiteUrl(): string | undefined {
  const { user } = useSession();
  const can = useCan();
  const { data, isLoading } = useQuery({ ...siteUrlQuery, enabled: user !== null && can.site });
  return isLoading ? undefined : (data ?? '');
}
