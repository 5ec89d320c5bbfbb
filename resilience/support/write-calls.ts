import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { OWNER } from './host.ts';

/** Ids of existing items, for calls that need one. */
export interface Items {
  readonly project: string;
  readonly skill: string;
  readonly softwareApplication: string;
  readonly timeline: string;
  readonly message: string;
}

export async function createItems(owner: Client): Promise<Items> {
  const banner = await uploads.png(64, 64);
  const project = await owner.call(calls.project.add, {
    form: { ...PROJECT, projectBanner: banner },
  });
  const skill = await owner.call(calls.skill.add, {
    form: { title: 'Analysis', proficiency: '90', svg: uploads.svg() },
  });
  const softwareApplication = await owner.call(calls.softwareApplication.add, {
    form: { name: 'Difference engine', svg: uploads.svg() },
  });
  const timeline = await owner.call(calls.timeline.add, { json: TIMELINE });
  await owner.call(calls.public.send, { json: MESSAGE });
  const { body } = await owner.call(calls.message.list, { query: { folder: 'spam' } });
  return {
    project: project.body.project._id,
    skill: skill.body.skill._id,
    softwareApplication: softwareApplication.body.softwareApplication._id,
    timeline: timeline.body.timeline._id,
    message: body.messages[0]?._id ?? '',
  };
}

const PROJECT = {
  title: 'Engine',
  description: 'It computes.',
  gitRepoLink: 'https://example.com/git',
  projectLink: 'https://example.com',
  technologies: 'Brass',
  stack: 'Mern',
  deployed: 'Yes',
};

const CASE_STUDY = {
  ...PROJECT,
  slug: 'engine',
  summary: 'A machine',
  role: 'Code',
  startedOn: '1943',
  endedOn: '1944-02',
  bannerAlt: 'A machine',
  body: '# A story',
  gallery: '[]',
};

const TIMELINE = { title: 'Work', description: 'Some', from: 1940, to: 1950 };

const MESSAGE = { senderName: 'Eve', subject: 'Hello', email: 'eve@example.com', message: 'Hi.' };

/** Of a passkey that does not exist. */
const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' };

interface WriteCall {
  readonly call: Call;
  readonly params?: Record<string, string>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, File>>;
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
  const { user, setup, timeline, softwareApplication, trash } = calls;
  const { project, skill, message } = items;
  const trashed = { items: [{ noun: 'message', id: message }] };
  const application = { id: items.softwareApplication };
  const banner = await uploads.png(64, 64);
  const password = 'another password';
  return [
    { call: setup.create, fields: { code: 'a wrong code', ...OWNER } },
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
      },
    },
    { call: softwareApplication.add, fields: { name: 'Loom' }, files: { svg: uploads.svg() } },
    { call: softwareApplication.update, params: application, fields: { name: 'Loom' } },
    { call: softwareApplication.move, params: application, fields: { after: null } },
    {
      call: calls.skill.add,
      fields: { title: 'Weaving', proficiency: '50' },
      files: { svg: uploads.svg() },
    },
    { call: calls.skill.update, params: { id: skill }, fields: { proficiency: 91 } },
    { call: calls.skill.move, params: { id: skill }, fields: { after: null } },
    { call: timeline.add, fields: TIMELINE },
    { call: timeline.update, params: { id: items.timeline }, fields: TIMELINE },
    { call: calls.project.add, fields: PROJECT, files: { projectBanner: banner } },
    { call: calls.project.update, params: { id: project }, fields: PROJECT },
    { call: calls.project.move, params: { id: project }, fields: { after: null } },
    { call: calls.project.addDraft, fields: CASE_STUDY },
    { call: calls.project.saveDraft, params: { id: project }, fields: CASE_STUDY },
    { call: calls.project.publish, params: { id: project }, fields: { version: 1 } },
    {
      call: calls.project.schedule,
      params: { id: project },
      fields: { publishAt: '2100-01-01T00:00:00Z', version: 1 },
    },
    { call: calls.image.add, fields: {}, files: { image: banner } },
    { call: trash.add, fields: trashed },
    { call: trash.restore, fields: trashed },
    { call: trash.remove, fields: trashed },
    { call: calls.message.update, fields: { ids: [message], unread: true, folder: 'inbox' } },
    { call: calls.message.removeSeveral, fields: { ids: [message] } },
    { call: calls.public.send, fields: MESSAGE },
    { call: calls.site.saveDraft, fields: DEFAULT_SITE_SETTINGS },
    { call: calls.resume.update, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.resume.preview, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.resume.check, fields: DEFAULT_RESUME_SETTINGS },
    { call: calls.import.readGithub, fields: { user: 'ada-example' } },
    {
      call: calls.import.apply,
      fields: { items: [{ kind: 'update-profile', fields: { headline: 'Engineer' } }] },
    },
  ];
}
