import { publicCalls } from '@vitrine/contract/public';
import type { Db } from '../../db/client.ts';
import { lockShared } from '../../db/locks.ts';
import { isWithinLimit, type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readFormToken, signFormToken } from './form-token.ts';
import { MAIL_PAUSE_MINUTES } from './message-mail.ts';
import {
  addMessage,
  countCopies,
  deleteOldestSpam,
  findFormKey,
  findMailbox,
  spendFormToken,
} from './message-store.ts';
import { findSpamReasons } from './spam-score.ts';

interface ContactOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly limits: Limits;
}

/** The contact form. Spam gets the same response as any other message. */
export function contactRoutes(
  registerRoute: RegisterRoute,
  { db, jobs, limits }: ContactOptions,
): void {
  registerRoute(publicCalls.form, async () => {
    const { key, now } = await findFormKey(db);
    return { token: signFormToken(key, now) };
  });

  // One transaction: a rejected message leaves no trace, an acknowledged one is stored.
  registerRoute(publicCalls.send, ({ input, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      await limitAttempts(trx, limits, 'contact', { address: request.ip });
      const { key, now } = await findFormKey(trx);
      const token = readFormToken(key, input.token);
      const spamReasons = findSpamReasons(input, {
        secondsOpen: token && now - token.shownAt,
        isFirstUse: token !== undefined && (await spendFormToken(trx, token.signature)),
        copies: await countCopies(trx, input.message),
      });
      if (spamReasons.length === 0 && !(await isWithinLimit(trx, limits, 'inbox', request.ip)))
        spamReasons.push('Too many messages arrived at once.');
      const isSpam = spamReasons.length > 0;
      const mailbox = isSpam ? undefined : await findMailbox(trx, MAIL_PAUSE_MINUTES);
      if (mailbox?.isWanted) await lockShared(trx, 'messageMail');
      await addMessage(trx, {
        ...input,
        folder: isSpam ? 'spam' : 'inbox',
        spamReasons,
        isMailDue: mailbox?.isWanted ?? false,
      });
      if (isSpam) await deleteOldestSpam(trx);
      if (mailbox?.isWanted) await jobs.scheduleMessageMail(trx, mailbox.waitSeconds);
      return { message: 'Thank you. Your message was sent.' };
    }),
  );
}
