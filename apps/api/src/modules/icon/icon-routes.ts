import { iconCalls } from '@vitrine/contract/icon';
import type { RegisterRoute } from '../../http/register-route.ts';
import { findIcons } from '../../media/find-icons.ts';

export function iconRoutes(registerRoute: RegisterRoute): void {
  registerRoute(iconCalls.search, ({ query }) => findIcons(query));
}
