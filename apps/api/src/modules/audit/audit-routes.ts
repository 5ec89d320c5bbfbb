import { auditCalls } from '@vitrine/contract/audit';
import { listEvents } from '../../auth/audit-store.ts';
import type { Db } from '../../db/client.ts';
import type { RegisterRoute } from '../../http/register-route.ts';

export function auditRoutes(registerRoute: RegisterRoute, db: Db): void {
  registerRoute(auditCalls.list, async ({ query: { show, before } }) => {
    const { events, next } = await listEvents(db, { group: show, before });
    return {
      events: events.map((event) => ({
        _id: event.id,
        kind: event.kind,
        subject: event.subject,
        times: event.times,
        address: event.address,
        userAgent: event.user_agent,
        at: event.last_at.toISOString(),
      })),
      next,
    };
  });
}
