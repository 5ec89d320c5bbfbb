import { optionalMediaName } from '@vitrine/contract/field';
import { Image } from '@vitrine/contract/media';
import { Answer } from '@vitrine/contract/testimonial';
import type { KindWordsState } from '@vitrine/site/pages/kind-words';
import { SITE_WORDS } from '@vitrine/site/words';
import type { Words } from '@vitrine/site/words/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidContentError } from '../../content/invalid-content-error.ts';
import { findImages } from '../../content/item-images.ts';
import { SITE_PREFIX } from '../../http/hosts.ts';
import { limitBodyTime, UPLOAD_SECONDS } from '../../http/limit-body-time.ts';
import { readForm } from '../../http/multipart-form.ts';
import { createSerializer } from '../../http/serialize-response.ts';
import { InvalidMediaError } from '../../media/media-error.ts';
import { prepareMedia } from '../../media/media-pipeline.ts';
import { placeOf } from '../../site-address.ts';
import { siteOriginsOf } from './site-content.ts';
import { createPageHeaders } from './site-headers.ts';
import {
  type LinkedWords,
  makeFromLive,
  requireLive,
  SITE_ROUTE,
  type SiteOptions,
} from './site-route.ts';

type Fields = Readonly<Record<string, string>>;

interface SentForm {
  readonly fields: Fields;
  readonly photo: Buffer | undefined;
}

/**
 * The pages behind the link that the owner sent to somebody. Only forms change something, and what is
 * typed is stored once its author agrees.
 */
export function kindWordsRoutes(app: FastifyInstance, site: SiteOptions): void {
  const { words: links, siteUrl, origins } = site;
  const headers = {
    ...createPageHeaders(siteUrl, origins),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    // The address of the page is a secret.
    'referrer-policy': 'no-referrer',
  };
  const url = `${SITE_PREFIX}/kind-words/:token`;
  const show = createPage(site);

  app.route<{ Params: { token: string } }>({
    ...SITE_ROUTE,
    method: 'GET',
    url,
    async handler(request, reply) {
      const found = await links.find(request.params.token);
      return show(reply.headers(headers), found && toState(found));
    },
  });

  app.route<{ Params: { token: string } }>({
    ...SITE_ROUTE,
    method: 'POST',
    url,
    async handler(request, reply) {
      reply.headers(headers);
      const { token } = request.params;
      const found = await links.find(token);
      if (!found) return show(reply, undefined);
      await links.limit(request.ip);
      // It may have a photo.
      limitBodyTime(request, reply, UPLOAD_SECONDS);
      const page = await handleForm(site, token, found, await readSent(request));
      return page
        ? show(reply, page)
        : reply.redirect(placeOf(siteUrl, `/kind-words/${encodeURIComponent(token)}`), 303);
    },
  });
}

/** Does what a form says. Returns the page to show, or undefined if the form is done. */
async function handleForm(
  site: SiteOptions,
  token: string,
  found: LinkedWords,
  { fields: sent, photo }: SentForm,
): Promise<KindWordsState | undefined> {
  const { words: links, contact } = site;
  const words = SITE_WORDS[(await requireLive(site)).settings.language];
  const fields: Fields & { readonly photo: string } = {
    ...sent,
    photo: await findPhoto(links, sent['photo']),
  };
  switch (sent['step']) {
    case 'withdraw':
      await links.discardPhoto(fields.photo);
      return void (await links.withdraw(token));
    case 'agree':
      return void (await links.agree(token, fields['suggestion'] ?? ''));
    case 'keep':
      return void (await links.keep(token, fields['suggestion'] ?? ''));
  }
  if (found.state !== 'asked') return undefined;
  const state = toState(found, fields);
  if (fields['step'] === 'edit') return state;
  const isGone = sent['photo'] !== undefined && sent['photo'] !== fields.photo;
  const { name = sent['removePhoto'] ? '' : fields.photo, ...failed } = photo
    ? await savePhoto(links, photo, words)
    : { ...(isGone && { file: words.kindWords.photoIsInvalid }) };
  if (name !== fields.photo) await links.discardPhoto(fields.photo);
  const answer = Answer.safeParse({ ...answerIn(fields), photo: name });
  const errors = { ...(answer.success ? {} : explain(answer.error.issues, words)), ...failed };
  if (!answer.success || Object.keys(errors).length > 0)
    return { ...state, photoName: name, errors };
  const preview: KindWordsState = { ...state, step: 'preview', photoName: name };
  if (fields['step'] !== 'send') return preview;
  if (fields['consent'] !== 'on')
    return { ...preview, errors: { consent: words.kindWords.consentNeeded } };
  if (!(await contact.isFromForm(fields))) return { ...preview, notice: words.sendAgain };
  try {
    return void (await links.answer(token, answer.data));
  } catch (error) {
    // Another tab has replaced the photo just now.
    if (!(error instanceof InvalidContentError)) throw error;
    return { ...state, photoName: '', errors: { file: words.kindWords.photoIsInvalid } };
  }
}

/** The name of the photo that was sent with an earlier form. The cleanup may have deleted it since. */
async function findPhoto(links: SiteOptions['words'], sent = ''): Promise<string> {
  const { data: name = '' } = optionalMediaName('photo').safeParse(sent);
  return name !== '' && (await links.isPhoto(name)) ? name : '';
}

/** Stores a photo, so that the preview shows it. Returns its name, or what is wrong with it. */
async function savePhoto(
  links: SiteOptions['words'],
  bytes: Buffer,
  words: Words,
): Promise<{ readonly name?: string; readonly file?: string }> {
  try {
    const name = await links.savePhoto(await prepareMedia(bytes, 'image'));
    // Not if the owner has the same image, which a withdrawal could not delete.
    if (await links.isPhoto(name)) return { name };
    return { file: words.kindWords.photoIsInvalid };
  } catch (error) {
    if (!(error instanceof InvalidMediaError)) throw error;
    return { file: words.kindWords.photoIsInvalid };
  }
}

/** Returns the function that sends a page, or without a state the one for unknown addresses. */
function createPage(site: SiteOptions) {
  const { db, contact, renderer, origins } = site;
  const nameImage = createSerializer(Image, siteOriginsOf(origins));

  return async (reply: FastifyReply, state: KindWordsState | undefined): Promise<FastifyReply> => {
    const name = state?.photoName ?? '';
    const photo = name && (await findImages(db, [name])).get(name);
    const words = state && {
      ...state,
      quote: { ...state.quote, photo: photo ? Image.parse(nameImage(photo)) : { url: '' } },
      token: await contact.newToken(),
    };
    const { status, headers, body } = await makeFromLive(site, ({ named, settings, options }) =>
      renderer.page(named, {
        settings,
        path: words ? '/kind-words' : '/404',
        options,
        form: { words },
      }),
    );
    const isRefused = state && (state.notice !== '' || Object.keys(state.errors).length > 0);
    return reply
      .code(isRefused ? 400 : status)
      .headers(headers)
      .send(body);
  };
}

const STEPS = {
  asked: 'write',
  received: 'received',
  // Authors do not see that the owner declined.
  declined: 'received',
  shown: 'shown',
  withdrawn: 'withdrawn',
  deleted: 'deleted',
  expired: 'expired',
} as const;

/** The page of a testimonial, with what was typed so far. */
function toState(found: LinkedWords, typed: Fields = {}): KindWordsState {
  const { state, note, person, photo, suggestion, suggestionNote, ...stored } = found;
  const isOpen = state === 'asked';
  return {
    step: suggestion ? 'suggested' : STEPS[state],
    note,
    quote: {
      quote: isOpen ? (typed['quote'] ?? '') : stored.quote,
      name: isOpen ? (typed['name'] ?? person) : stored.name,
      role: isOpen ? (typed['role'] ?? '') : stored.role,
      organization: isOpen ? (typed['organization'] ?? '') : stored.organization,
      photo: { url: '' },
      projects: [],
    },
    photoName: (isOpen ? typed['photo'] : photo) ?? '',
    ...{ suggestion, suggestionNote },
    ...{ errors: {}, notice: '', token: '' },
  };
}

function answerIn({ quote = '', name = '', role = '', organization = '' }: Fields) {
  return { quote, name, role, organization };
}

type Issues = readonly { readonly code: string; readonly path: readonly PropertyKey[] }[];

function explain(issues: Issues, words: Words): Fields {
  return Object.fromEntries(
    issues.map(({ code, path }) => [
      String(path[0]),
      code === 'too_big' ? words.fieldIsTooLong : words.fieldIsEmpty,
    ]),
  );
}

const PHOTO = { file: { kind: 'image', label: 'photo', required: false } } as const;

/** Reads the text fields of a form, and the photo. */
async function readSent(request: FastifyRequest): Promise<SentForm> {
  const { fields, files } = request.isMultipart()
    ? await readForm(request, PHOTO)
    : { fields: Object(request.body), files: new Map<string, Buffer>() };
  const texts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') texts[name] = value.replaceAll('\r\n', '\n');
  return { fields: texts, photo: files.get('file') };
}
