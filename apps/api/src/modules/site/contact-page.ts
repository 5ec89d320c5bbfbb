import { publicCalls } from '@vitrine/contract/public';
import { SITE_WORDS } from '@vitrine/site/words';
import type { Words } from '@vitrine/site/words/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PUBLIC_CORS_HEADERS } from '../../auth/auth-guard.ts';
import { escapeHtml } from '../../escape-html.ts';
import { ExpectedError } from '../../expected-error.ts';
import { SITE_PREFIX } from '../../http/hosts.ts';
import { createPageHeaders } from './site-headers.ts';
import type { LiveSite } from './site-pages.ts';
import { makeFromLive, requireLive, SITE_ROUTE, type SiteOptions } from './site-route.ts';

const PATH = `${SITE_PREFIX}/contact`;
const FIELDS = ['senderName', 'email', 'subject', 'message'] as const;

/**
 * The contact form of the site. With the script, the token is fetched and the response is JSON. Without
 * it, a form that is not sent comes back filled in, with a token.
 */
export function contactPageRoutes(app: FastifyInstance, site: SiteOptions): void {
  const { renderer, contact, siteUrl, origins } = site;
  const pageHeaders = createPageHeaders(siteUrl, origins);
  let template: { readonly snapshot: string; readonly page: Promise<string> } | undefined;

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
      const fields = fieldsOf(request.body);
      reply.headers(pageHeaders).header('cache-control', 'no-store');
      if (isScript(request)) return respondToScript(request, reply, fields);
      const { settings } = await requireLive(site);
      const refusal = await send(site, SITE_WORDS[settings.language], fields, request);
      if (refusal) return showAgain(reply, fields, refusal);
      return reply.redirect('/contact/sent', 303);
    },
  });

  async function respondToScript(
    request: FastifyRequest,
    reply: FastifyReply,
    fields: Readonly<Record<string, string>>,
  ): Promise<FastifyReply> {
    reply.headers(PUBLIC_CORS_HEADERS);
    const { settings } = await requireLive(site);
    const refusal = await send(site, SITE_WORDS[settings.language], fields, request);
    if (!refusal) return reply.code(201).send({ success: true });
    return reply.code(refusal.status).send({ success: false, message: refusal.notice });
  }

  /** Sends the form with what was typed, and why. */
  async function showAgain(
    reply: FastifyReply,
    fields: Readonly<Record<string, string>>,
    { status, notice, errors }: Refusal,
  ): Promise<FastifyReply> {
    const token = await contact.newToken();
    const page = fill(await makeFromLive(site, templateOf), {
      ...fields,
      token,
      notice,
      ...Object.fromEntries(FIELDS.map((name) => [`${name}Error`, errors[name] ?? ''])),
    });
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  }

  /** The page of the form with a slot for each value. It is rendered once, not for each visitor. */
  function templateOf(live: LiveSite): Promise<string> {
    const { snapshot } = live.named;
    if (template?.snapshot === snapshot) return template.page;
    const page = renderTemplate(live);
    template = { snapshot, page };
    page.catch(() => {
      template = undefined;
    });
    return page;
  }

  async function renderTemplate({ named, settings, options }: LiveSite): Promise<string> {
    const contact = { ...SLOTS, token: slot('token'), notice: slot('notice') };
    return (await renderer.page(named, { settings, path: '/contact', options, contact })).body;
  }
}

/** Owners and visitors cannot store this character, so that no text contains a slot. */
const SLOT_MARK = '\0';

function slot(name: string): string {
  return SLOT_MARK + name + SLOT_MARK;
}

/** A slot for the value and for the error of each field. */
const SLOTS = {
  values: {
    senderName: slot('senderName'),
    email: slot('email'),
    subject: slot('subject'),
    message: slot('message'),
  },
  errors: {
    senderName: slot('senderNameError'),
    email: slot('emailError'),
    subject: slot('subjectError'),
    message: slot('messageError'),
  },
};

/** Puts values into a page that was rendered once, with a slot for each. */
function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page
    .split(SLOT_MARK)
    .map((part, index) => (index % 2 === 1 ? escapeHtml(values[part] ?? '') : part))
    .join('');
}

/** Why a message was not sent, in the language of the site. */
interface Refusal {
  readonly status: number;
  readonly notice: string;
  readonly errors: Readonly<Record<string, string>>;
}

function isScript({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

/** Returns undefined if the message was sent. */
async function send(
  { db, contact }: SiteOptions,
  words: Words,
  fields: Readonly<Record<string, string>>,
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
function fieldsOf(body: unknown): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const sent = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of sent)
    if ([...FIELDS, 'token', 'website'].includes(name) && typeof value === 'string')
      fields[name] = value.replaceAll('\r\n', '\n');
  return fields;
}
