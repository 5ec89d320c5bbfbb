import { z } from 'zod';
import { call } from './call.ts';
import { AUDIT_GROUPS, AUDIT_KINDS } from './options.ts';
import { routes } from './routes.ts';

export const AuditEvent = z
  .object({
    _id: z.uuid(),
    kind: z.enum(AUDIT_KINDS),
    subject: z.string().describe('What it was about, such as the method of a sign-in.'),
    times: z
      .number()
      .int()
      .describe('Failed sign-ins of one hour, address and browser are one event.'),
    address: z.string().describe('The IP address; empty if unknown.'),
    userAgent: z
      .string()
      .describe('The User-Agent header, the API token, or the command on the host.'),
    at: z.iso.datetime().describe('When it last happened.'),
  })
  .meta({ id: 'AuditEvent' });

export const auditCalls = {
  list: call(routes.audit.list, {
    about:
      'Lists sign-ins and changes to the account of the last 180 days, newest first, 50 at a time.',
    query: z.strictObject({
      show: z
        .enum(AUDIT_GROUPS, `The group must be one of: ${AUDIT_GROUPS.join(', ')}.`)
        .optional()
        .describe('Only the events of one group.'),
      before: z
        .string()
        .regex(
          /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          'This page does not exist. Reload the list.',
        )
        .optional()
        .describe('The `next` value of the previous page.'),
    }),
    response: {
      events: z.array(AuditEvent),
      next: z.string().nullable().describe('Where the next page begins; null on the last page.'),
    },
  }),
};

export type AuditEvent = z.infer<typeof AuditEvent>;
