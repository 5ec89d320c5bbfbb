import { publicCalls } from '@vitrine/contract/public';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Contact } from './contact.ts';

/** The contact form. Spam gets the same response as any other message. */
export function contactRoutes(registerRoute: RegisterRoute, contact: Contact): void {
  registerRoute(publicCalls.form, async () => ({ token: await contact.newToken() }));

  registerRoute(publicCalls.send, ({ input, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      await contact.receive(trx, input, request.ip);
      return { message: 'Thank you. Your message was sent.' };
    }),
  );
}
