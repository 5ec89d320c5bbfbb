import { publicCalls } from '@vitrine/contract/public';
import { wordsOf } from '@vitrine/site/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { escapeHtml } from '../../escape-html.ts';
import { PUBLIC_CORS_HEADERS } from '../../http/auth-guard.ts';
import { fieldErrorsOf, HttpError, validationError } from '../../http/errors.ts';
import { SITE_PREFIX } from '../../http/hosts.ts';
import { createPageHeaders } from './site-headers.ts';
import type { LiveSite } from './site-pages.ts';
import { requireLive, SITE_ROUTE, type SiteOptions } from './site-route.ts';

const PATH = `${SITE_PREFIX}/contact`;
const FIELDS = ['senderName', 'email', 'subject', 'message'] as const;

/**
 * The contact form of the site. Without a script, a form that has no valid token comes back filled in,
 * with one. With the script, the token is fetched and the response is JSON.
 */
export function contactPageRoutes(app: FastifyInstance, site: SiteOptions): void {
  const { db, renderer, contact, siteUrl, origins } = site;
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
      const isScript = request.headers.accept === 'application/json';
      const fields = fieldsOf(request.body);
      reply.headers(pageHeaders).header('cache-control', 'no-store');
      if (isScript) return respondToScript(request, reply, fields);
      if (!(await contact.isToken(fields['token']))) return showAgain(reply, fields, undefined);
      try {
        await send(db, contact, fields, request.ip);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        return showAgain(reply, fields, error);
      }
      return reply.redirect('/contact/sent', 303);
    },
  });

  async function respondToScript(
    request: FastifyRequest,
    reply: FastifyReply,
    fields: Readonly<Record<string, string>>,
  ): Promise<FastifyReply> {
    reply.headers(PUBLIC_CORS_HEADERS);
    try {
      await send(db, contact, fields, request.ip);
      return reply.code(201).send({ success: true });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return reply.code(error.status).send({ success: false, message: error.message });
    }
  }

  /** Sends the form with what was typed. Without an error, it asks to send it once more. */
  async function showAgain(
    reply: FastifyReply,
    fields: Readonly<Record<string, string>>,
    error: HttpError | undefined,
  ): Promise<FastifyReply> {
    const live = await requireLive(site);
    const { sendAgain } = wordsOf(live.settings.language);
    const token = await contact.newToken();
    const page = fill(await templateOf(live), {
      ...fields,
      token,
      notice: error?.message ?? sendAgain,
      ...Object.fromEntries(FIELDS.map((name) => [`${name}Error`, error?.fields?.[name] ?? ''])),
    });
    return reply
      .code(error?.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(page);
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

async function send(
  db: Db,
  contact: SiteOptions['contact'],
  fields: Readonly<Record<string, string>>,
  address: string,
): Promise<void> {
  const input = publicCalls.send.input.safeParse(fields);
  if (!input.success) throw validationError(fieldErrorsOf(input.error));
  await db.transaction().execute((trx) => contact.receive(trx, input.data, address));
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
