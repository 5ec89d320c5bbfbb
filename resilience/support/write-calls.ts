import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf, recordOf } from '@vitrine/contract/collections';
import { TRASH_COLLECTIONS, type TrashCollection } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { DEFAULT_VIEW } from '@vitrine/contract/view';
import type { Client } from '@vitrine/testing/api-client';
import {
  addSample,
  callsOf,
  filesOf,
  SAMPLES,
  sampleOf,
  updateOf,
} from '@vitrine/testing/collection-samples';
import { uploads } from '@vitrine/testing/uploads';
import { z } from 'zod';
import { OWNER } from './host.ts';

/** Ids of existing items, for calls that need one. */
export type Items = Readonly<Record<TrashCollection, string>>;

export async function createItems(owner: Client): Promise<Items> {
  const items = recordOf(TRASH_COLLECTIONS, () => '');
  for (const name of namesOf(COLLECTIONS))
    items[name] = await addSample(owner, name, 'Engine', SAMPLES[name].changed);
  await owner.call(calls.public.send, { json: MESSAGE });
  const { body } = await owner.call(calls.message.list, { query: { folder: 'spam' } });
  const added = await owner.call(calls.view.add, { json: { name: 'Engine works' } });
  return { ...items, message: body.messages[0]?._id ?? '', view: added.body.view._id };
}

const CASE_STUDY = {
  ...SAMPLES.project.fields,
  title: 'Engine',
  gitRepoLink: 'https://example.com/git',
  projectLink: 'https://example.com',
  slug: 'engine',
  summary: 'A machine',
  role: 'Code',
  startedOn: '1943',
  endedOn: '1944-02',
  bannerAlt: 'A machine',
  body: '# A story',
  gallery: '[]',
};

const MESSAGE = { senderName: 'Eve', subject: 'Hello', email: 'eve@example.com', message: 'Hi.' };

/** A folder, which this server does not allow. */
const COPY = { kind: 'folder', url: 'https://copy.example', contact: 'none', folder: 'site' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Of a passkey that does not exist. */
const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' };

interface WriteCall {
  readonly call: Call;
  readonly params?: Record<string, string>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, File>>;
}

/** The names of the fields that a call takes. */
export function fieldNames({ input }: Call): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** The names of fields that hold a web link. */
export function linkNames(call: Call): string[] {
  return fieldNames(call).filter((name) => /(link|url|endpoint)$/i.test(name));
}

/** Sends JSON or a form, as the contract says. */
export async function sendWrite(
  client: Client,
  { call, params = {}, files = {} }: WriteCall,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ status: number; message: string }> {
  const asForm = () => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    ...files,
  });
  const { status, body } = await client.call(call, {
    params,
    ...(call.route.sends === 'form' ? { form: asForm() } : { json: fields }),
  });
  return { status, message: body.message ?? '' };
}

/** Every call that takes fields, with valid ones, except for passwords, codes and passkeys. */
export async function allWriteCalls(items: Items): Promise<WriteCall[]> {
  const { user, setup, trash } = calls;
  const { message } = items;
  const trashed = { items: [{ noun: 'message', id: message }] };
  const banner = await uploads.png(64, 64);
  const password = 'another password';
  return [
    { call: setup.create, fields: { code: 'a wrong code', ...OWNER } },
    { call: setup.saveStep, fields: { step: 'look' } },
    { call: user.login, fields: { email: 'eve@example.com', password } },
    { call: user.forgotPassword, fields: { email: 'eve@example.com' } },
    {
      call: user.resetPassword,
      params: { token: 'none' },
      fields: { password, confirmPassword: password },
    },
    {
      call: user.updatePassword,
      fields: { currentPassword: 'wrong', newPassword: password, confirmNewPassword: password },
    },
    { call: user.loginWithCode, fields: { code: '000000' } },
    {
      call: calls.passkey.register,
      fields: {
        name: 'Laptop',
        credential: { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      },
    },
    {
      call: calls.passkey.rename,
      params: { id: crypto.randomUUID() },
      fields: { name: 'Laptop' },
    },
    {
      call: calls.passkey.login,
      fields: {
        credential: {
          ...CREDENTIAL,
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
        },
      },
    },
    { call: calls.secondFactor.turnOn, fields: { code: '000000' } },
    { call: calls.token.add, fields: { name: 'Script', scopes: ['read'], expiresInDays: 1 } },
    { call: calls.session.confirm, fields: { password: 'wrong' } },
    {
      call: user.updateProfile,
      fields: {
        fullName: 'Ada',
        email: OWNER.email,
        phone: '1',
        aboutMe: 'x',
        portfolioURL: '',
        linkedInURL: '',
        githubURL: '',
        instagramURL: '',
        twitterURL: '',
        facebookURL: '',
        links: '[]',
        languages: '[]',
      },
    },
    ...(await collectionWrites(items)),
    {
      call: calls.testimonial.suggest,
      params: { id: items.testimonial },
      fields: { quote: 'A machine', note: 'Shorter' },
    },
    { call: calls.image.add, fields: {}, files: { image: banner } },
    { call: trash.add, fields: trashed },
    { call: trash.restore, fields: trashed },
    { call: trash.remove, fields: trashed },
    { call: calls.message.update, fields: { ids: [message], unread: true, folder: 'inbox' } },
    { call: calls.message.reply, params: { id: message }, fields: { text: 'Hello.' } },
    { call: calls.message.removeSeveral, fields: { ids: [message] } },
    { call: calls.public.send, fields: MESSAGE },
    { call: calls.site.saveDraft, fields: DEFAULT_SITE_SETTINGS },
    {
      call: calls.site.previewItem,
      params: { noun: 'project' },
      fields: { base: '/preview/token', fields: { title: 'Engine' } },
    },
    { call: calls.visit.update, fields: { isCounting: true } },
    { call: calls.address.update, fields: { dashboard: '', site: '' } },
    { call: calls.view.add, fields: { name: 'Engine works', ...DEFAULT_VIEW } },
    {
      call: calls.view.update,
      params: { id: items.view },
      fields: { ...DEFAULT_VIEW, name: 'Engine works', expiresAt: '2100-01-01T00:00:00Z' },
    },
    { call: calls.view.extend, params: { id: items.view }, fields: { days: 7 } },
    { call: calls.view.preview, fields: { ...DEFAULT_VIEW, base: '/preview/token' } },
    { call: calls.backup.saveKey, fields: { recipient: 'age1' } },
    { call: calls.copy.add, fields: COPY },
    { call: calls.copy.test, fields: COPY },
    { call: calls.copy.update, params: { id: UNKNOWN }, fields: { url: COPY.url } },
    { call: calls.copy.start, fields: { everything: true } },
    { call: calls.resume.update, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.resume.preview, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.resume.check, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.import.readGithub, fields: { user: 'ada-example' } },
    { call: calls.import.readDoi, fields: { dois: ['10.5555/jei.2026.0312'] } },
    { call: calls.import.readOrcid, fields: { id: '0000-0002-1825-0097' } },
    {
      call: calls.import.apply,
      fields: { items: [{ kind: 'update-profile', fields: { headline: 'Engineer' } }] },
    },
  ];
}

type DraftCalls = typeof calls.project | typeof calls.post;

function draftWrites(
  own: DraftCalls,
  params: { readonly id: string },
  fields: WriteCall['fields'],
): WriteCall[] {
  return [
    { call: own.addDraft, fields },
    { call: own.saveDraft, params, fields },
    { call: own.publish, params, fields: { version: 1 } },
    { call: own.schedule, params, fields: { publishAt: '2100-01-01T00:00:00Z', version: 1 } },
  ];
}

async function collectionWrites(items: Items): Promise<WriteCall[]> {
  const writes = namesOf(COLLECTIONS).map(async (name): Promise<WriteCall[]> => {
    const own = callsOf(name);
    const params = { id: items[name] };
    const { changed } = SAMPLES[name];
    const fields = { ...sampleOf(name, 'Loom'), ...changed };
    return [
      { call: own.add, fields, files: await filesOf(own.add) },
      { call: own.update, params, fields: updateOf(name, 'Loom', changed) },
      ...('move' in own ? [{ call: own.move, params, fields: { after: null } }] : []),
      ...('addDraft' in own
        ? draftWrites(own, params, name === 'project' ? CASE_STUDY : fields)
        : []),
    ];
  });
  return (await Promise.all(writes)).flat();
}
