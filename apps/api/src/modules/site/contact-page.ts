import { publicCalls } from '@vitrine/contract/public';
import { SITE_WORDS } from '@vitrine/site/words';
import type { Words } from '@vitrine/site/words/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PUBLIC_CORS_HEADERS } from '../../auth/auth-guard.ts';
import { ExpectedError } from '../../expected-error.ts';
import { SITE_PREFIX } from '../../http/hosts.ts';
import { placeOf } from '../../site-address.ts';
import { createContactTemplate, FIELDS, fillSlots } from './contact-template.ts';
import { createPageHeaders } from './site-headers.ts';
import { makeFromLive, requireLive, SITE_ROUTE, type SiteOptions } from './site-route.ts';

const PATH = `${SITE_PREFIX}/contact`;

type Fields = Readonly<Record<string, string>>;

/**
 * The contact form of the site. With the script, the token is fetched and the response is JSON. Without
 * it, a form that is not sent comes back filled in, with a token.
 */
export function contactPageRoutes(app: FastifyInstance, site: SiteOptions): void {
  const { renderer, contact, siteUrl, origins } = site;
  const pageHeaders = createPageHeaders(siteUrl, origins);
  const renderTemplate = createContactTemplate(renderer);

  app.route({
    ...SITE_ROUTE,
    method: 'GET',
    url: `${PATH}/token`,
    async handler(_request, reply) {
      reply.headers(PUBLIC_CORS_HEADERS).header('cache-control', 'no-store');
      return reply.send({ token: await contact.newToken() });
    },
  });

  app.route({
    ...SITE_ROUTE,
    method: 'POST',
    url: PATH,
    async handler(request, reply) {
      const fields = readFields(request.body);
      reply.headers(pageHeaders).header('cache-control', 'no-store');
      if (isScript(request)) reply.headers(PUBLIC_CORS_HEADERS);
      const { settings } = await requireLive(site);
      const refusal = await send(site, SITE_WORDS[settings.language], fields, request);
      if (!isScript(request))
        return refusal
          ? showAgain(reply, fields, refusal)
          : reply.redirect(placeOf(siteUrl, '/contact/sent'), 303);
      return refusal
        ? reply.code(refusal.status).send({ success: false, message: refusal.notice })
        : reply.code(201).send({ success: true });
    },
  });

  /** Sends the form with what was typed, and why. */
  async function showAgain(
    reply: FastifyReply,
    fields: Fields,
    { status, notice, errors }: Refusal,
  ): Promise<FastifyReply> {
    const token = await contact.newToken();
    const page = fillSlots(await makeFromLive(site, renderTemplate), {
      ...fields,
      token,
      notice,
      ...Object.fromEntries(FIELDS.map((name) => [`${name}Error`, errors[name] ?? ''])),
    });
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  }
}

/** Why a message was not sent, in the language of the site. */
interface Refusal {
  readonly status: number;
  readonly notice: string;
  readonly errors: Fields;
}

function isScript({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

/** Returns undefined if the message was sent. */
async function send(
  { db, contact }: SiteOptions,
  words: Words,
  fields: Fields,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const input = publicCalls.send.input.safeParse(fields);
  if (!input.success) {
    const errors = Object.fromEntries(
      input.error.issues.map((issue) => [issue.path.join('.'), explain(issue, words)]),
    );
    const labels = { ...words, senderName: words.name };
    const notices = FIELDS.filter((name) => errors[name]).map(
      (name) => `${labels[name]}: ${errors[name]}`,
    );
    return { status: 400, notice: notices.join(' ') || words.sendFailed, errors };
  }
  try {
    const options = { isTokenOptional: !isScript(request) };
    const isReceived = await db
      .transaction()
      .execute((trx) => contact.receive(trx, input.data, request.ip, options));
    return isReceived ? undefined : { status: 200, notice: words.sendAgain, errors: {} };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    const notice = error.status === 429 ? words.tooManyMessages : words.sendFailed;
    return { status: error.status, notice, errors: {} };
  }
}

function explain({ code, path: [field] }: z.core.$ZodIssue, words: Words): string {
  if (code === 'too_big') return words.fieldIsTooLong;
  return code === 'custom' && field === 'email' ? words.emailIsInvalid : words.fieldIsEmpty;
}

/** The known text fields of a form. Others are ignored. */
function readFields(body: unknown): Fields {
  const fields: Record<string, string> = {};
  const sent = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of sent)
    if ([...FIELDS, 'token', 'website'].includes(name) && typeof value === 'string')
      fields[name] = value.replaceAll('\r\n', '\n');
  return fields;
}
