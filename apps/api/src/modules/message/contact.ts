import type { NewMessage } from '@vitrine/contract/public';
import type { Db, Trx } from '../../db/client.ts';
import { lockShared } from '../../db/locks.ts';
import { isWithinLimit, type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  addMessage,
  countCopies,
  deleteOldestSpam,
  findFormKey,
  isRepeated,
  spendFormToken,
} from './contact-store.ts';
import { readFormToken, signFormToken } from './form-token.ts';
import { MAIL_PAUSE_MINUTES } from './message-mail.ts';
import { findMailbox } from './message-mail-store.ts';
import { findSpamReasons, MIN_SECONDS } from './spam-score.ts';

interface ContactOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly limits: Limits;
  /** Called for each message that is not spam. */
  readonly onMessage: () => void;
}

/** The fields of a form that tell people from programs. */
interface SentForm {
  readonly token?: string;
  readonly website?: string;
}

export type Contact = ReturnType<typeof createContact>;

/** Receives messages of visitors, from the API and from the site. */
export function createContact({ db, jobs, limits, onMessage }: ContactOptions) {
  return {
    /** A token for one message, from when the form is shown. */
    async newToken(): Promise<string> {
      const { key, now } = await findFormKey(db);
      return signFormToken(key, now);
    },

    /** Whether another form looks as if a person sent it: not at once, and without the hidden field. */
    async isFromForm({ token, website = '' }: SentForm): Promise<boolean> {
      const form = await findFormKey(db);
      const opened = readFormToken(form, token);
      return website === '' && opened !== undefined && form.now - opened.shownAt >= MIN_SECONDS;
    },

    /**
     * One transaction: a rejected message leaves no trace, an acknowledged one is stored. Without a token,
     * which a browser needs a script to get, it returns false for what looks like spam or comes in large
     * numbers: then the visitor has to send the form again, with the token that it comes back with.
     */
    async receive(
      trx: Trx,
      input: NewMessage,
      address: string,
      { isTokenOptional = false } = {},
    ): Promise<boolean> {
      const form = await findFormKey(trx);
      const token = readFormToken(form, input.token);
      const isUnverified = isTokenOptional && token === undefined;
      await limitAttempts(trx, limits, 'contact', { address });
      if (isUnverified && (await isRepeated(trx, input))) return true;
      const spamReasons = findSpamReasons(input, {
        secondsOpen: token && form.now - token.shownAt,
        isTokenOptional,
        isFirstUse: token !== undefined && (await spendFormToken(trx, token.signature)),
        copies: await countCopies(trx, input.message),
      });
      if (
        isUnverified &&
        (spamReasons.length > 0 || !(await isWithinLimit(trx, limits, 'unverified', address)))
      )
        return false;
      await store(trx, input, spamReasons, address);
      return true;
    },
  };

  async function store(trx: Trx, input: NewMessage, spamReasons: string[], address: string) {
    if (spamReasons.length === 0 && !(await isWithinLimit(trx, limits, 'inbox', address)))
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
    else onMessage();
    if (mailbox?.isWanted) await jobs.scheduleMessageMail(trx, mailbox.waitSeconds);
  }
}
