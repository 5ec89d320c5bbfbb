import type { Answer, LinkedTestimonial } from '@vitrine/contract/testimonial';
import type { Db, Trx } from '../../db/client.ts';
import { lock } from '../../db/locks.ts';
import { type Limits, limitAttempts } from '../../http/rate-limit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { PreparedMedia } from '../../media/media-pipeline.ts';
import type { MediaStore } from '../../media/media-store.ts';
import {
  changeTestimonial,
  deletePhotos,
  eraseWords,
  findByLink,
  isAuthorPhoto,
  isMailWanted,
  lockTestimonial,
  storeAnswer,
} from './testimonial-store.ts';

interface AuthorLinksOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly media: MediaStore;
  readonly limits: Limits;
}

/** What people do with the link that the owner sent them. */
export function createAuthorLinks({ db, jobs, media, limits }: AuthorLinksOptions) {
  return {
    find: (token: string) => findByLink(db, token),

    /** Limits the work, not the guesses: a link cannot be guessed. */
    limit: (address: string) => limitAttempts(db, limits, 'words', { address }),

    /** Stores a photo for the preview. The cleanup deletes it if it is not sent. */
    savePhoto: (photo: PreparedMedia) =>
      db.transaction().execute((trx) => media.save(trx, photo, true)),

    isPhoto: (name: string) => isAuthorPhoto(db, name),

    /** Deletes a photo that its author does not want to send. */
    async discardPhoto(name: string): Promise<void> {
      await media.removeUnreferenced(db, await deletePhotos(db, [name]));
    },

    /** Stores the words once. A second click changes nothing. */
    answer: (token: string, answer: Answer) =>
      change(token, 'asked', async (trx, { id, person }) => {
        await storeAnswer(trx, id, answer);
        await notify(trx, 'testimonial-received', person || answer.name);
      }),

    /** Shows the suggestion that the author has seen, and no newer one. */
    agree: (token: string, suggestion: string) =>
      change(token, 'answered', async (trx, { id, person, name, ...current }) => {
        if (suggestion === '' || current.suggestion !== suggestion) return;
        await changeTestimonial(trx, id, { ...NO_SUGGESTION, quote: suggestion });
        await notify(trx, 'testimonial-agreed', person || name);
      }),

    /** Refuses the suggestion that the author has seen, and no newer one. */
    keep: (token: string, suggestion: string) =>
      change(token, 'answered', async (trx, { id, ...current }) => {
        if (current.suggestion === suggestion) await changeTestimonial(trx, id, NO_SUGGESTION);
      }),

    /**
     * Also before an answer, which refuses one, and after the owner deleted it. The cleanup deletes
     * files that could not be deleted.
     */
    async withdraw(token: string): Promise<void> {
      const files = await db.transaction().execute(async (trx) => {
        // The owner may be moving the words between the list, the trash and what was deleted forever.
        await lock(trx, 'order');
        const found = await findByLink(trx, token);
        if (!found || found.state === 'withdrawn') return [];
        await notify(trx, 'testimonial-withdrawn', found.person || found.name);
        return deletePhotos(trx, await eraseWords(trx, found.id));
      });
      await media.removeUnreferenced(db, files);
    },
  };

  type Event = 'testimonial-received' | 'testimonial-agreed' | 'testimonial-withdrawn';

  async function notify(trx: Trx, kind: Event, person: string): Promise<void> {
    if (await isMailWanted(trx)) await jobs.sendMail(trx, { kind, person });
  }

  async function change(
    token: string,
    needed: 'asked' | 'answered',
    write: (trx: Trx, found: LinkedTestimonial) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const id = (await findByLink(trx, token))?.id;
      if (id === undefined) return;
      await lockTestimonial(trx, id);
      // Read again: another request may have changed it before the lock.
      const found = await findByLink(trx, token);
      const isAnswered = ['received', 'shown', 'declined'].includes(found?.state ?? '');
      if (found && (needed === 'asked' ? found.state === 'asked' : isAnswered))
        await write(trx, found);
    });
  }
}

const NO_SUGGESTION = { suggestion: '', suggestion_note: '' };
