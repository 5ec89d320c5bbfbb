import { useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { useSession } from '../features/session/session.ts';
import { siteAddressQuery } from '../features/site/site-queries.ts';

/** Undefined while it loads. The address is empty unless visitors can open the site. */
export function useSiteAddress(): { hasSite: boolean; publicUrl: string } | undefined {
  const { user } = useSession();
  const can = useCan();
  const { data, isLoading } = useQuery({ ...siteAddressQuery, enabled: user !== null && can.site });
  if (isLoading) return undefined;
  return { hasSite: Boolean(data), publicUrl: data?.isPublic ? data.url : '' };
}
