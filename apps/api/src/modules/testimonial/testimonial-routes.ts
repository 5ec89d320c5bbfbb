import { SITE_ADVICE, type TestimonialState } from '@vitrine/contract/options';
import { testimonial } from '@vitrine/contract/testimonial';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../auth/auth-guard.ts';
import { newToken } from '../../auth/session-store.ts';
import { stores } from '../../content/stores.ts';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { addLink, changeTestimonial, lockTestimonial } from './testimonial-store.ts';

interface TestimonialOptions {
  readonly db: Db;
  /** The address of the site, on which authors write. */
  readonly siteUrl: string | undefined;
}

const ANSWERED: readonly TestimonialState[] = ['received', 'shown', 'declined'];

/** What the owner does to testimonials, besides what all collections have. */
export function testimonialRoutes(
  registerRoute: RegisterRoute,
  { db, siteUrl }: TestimonialOptions,
): void {
  const { link, approve, decline, suggest } = testimonial.calls;

  registerRoute(link, async ({ params: { id } }) => {
    if (siteUrl === undefined)
      throw new ExpectedError(409, `Authors write on your site. ${SITE_ADVICE}`);
    const token = newToken();
    return db.transaction().execute(async (trx) => {
      const { state } = await requireLocked(trx, id);
      if (state === 'withdrawn')
        throw new ExpectedError(409, 'The author has withdrawn this. Ask again with a new link.');
      if (!(await addLink(trx, id, token)))
        throw new ExpectedError(
          409,
          'This has 100 links, and each of them stays valid. Use one of those.',
        );
      return {
        message: 'Link created.',
        link: `${siteUrl}/kind-words/${token}`,
        testimonial: await requireTestimonial(trx, id),
      };
    });
  });

  registerRoute(approve, ({ params: { id }, request }) =>
    change(id, request, 'Testimonial shown.', () => ({ state: 'shown' })),
  );

  registerRoute(decline, ({ params: { id }, request }) =>
    change(id, request, 'Declined. The author isn’t notified.', () => ({ state: 'declined' })),
  );

  registerRoute(suggest, ({ params: { id }, input, request }) =>
    change(id, request, 'Edit saved. It appears once the author agrees.', ({ quote }) => {
      // As forms send it back, which the author agrees with.
      const suggestion = input.quote.replaceAll(/\r\n?/g, '\n');
      return suggestion === quote
        ? { suggestion: '', suggestion_note: '' }
        : { suggestion, suggestion_note: input.note };
    }),
  );

  async function change(
    id: string,
    request: FastifyRequest,
    message: string,
    columnsFor: (
      current: Awaited<ReturnType<typeof requireLocked>>,
    ) => Parameters<typeof changeTestimonial>[2],
  ) {
    return db.transaction().execute(async (trx) => {
      const current = await requireLocked(trx, id);
      if (!ANSWERED.includes(current.state))
        throw new ExpectedError(409, 'There are no words to show: the author has not answered.');
      await changeTestimonial(trx, id, columnsFor(current), actorOf(request));
      return { message, testimonial: await requireTestimonial(trx, id) };
    });
  }
}

async function requireLocked(trx: Trx, id: string) {
  const found = await lockTestimonial(trx, id);
  if (!found) throw notFound('testimonial');
  return found;
}

async function requireTestimonial(trx: Trx, id: string) {
  const found = await stores.testimonial.find(trx, id);
  if (!found) throw notFound('testimonial');
  return found;
}
