import { calls } from '@vitrine/contract/calls';
import { OWNER, useApp } from '@vitrine/testing/app';
import { file, uploads } from '@vitrine/testing/uploads';
import { describe, expect, test } from 'vitest';

const { me, updateProfile } = calls.user;
const site = useApp();

describe('updating the profile', () => {
  test('updates only the fields that are sent', async () => {
    const form = {
      phone: '+44 20 7946 0000',
      aboutMe: 'I write programs.',
      githubURL: 'https://github.com/ada',
    };
    const { status, body } = await site.owner.call(updateProfile, { form });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Profile updated.',
      user: { ...form, fullName: OWNER.fullName, email: OWNER.email },
    });
    expect((await site.owner.call(me)).body.user).toEqual(body.user);
  });

  test('emails the old address about the new one', async () => {
    const change = (email: string) => site.owner.call(updateProfile, { form: { email } });
    for (const email of [OWNER.email, 'countess@example.com', OWNER.email])
      expect((await change(email)).status).toBe(200);
    const changes = () =>
      site.app.mail
        .withSubject('Your email address was changed')
        .map(({ recipients, text }) => [...recipients, /is now (\S+)\. /.exec(text ?? '')?.[1]]);
    await expect.poll(changes).toEqual(
      expect.arrayContaining([
        [OWNER.email, 'countess@example.com'],
        ['countess@example.com', OWNER.email],
      ]),
    );
    // Sending the same address again changes nothing.
    expect(changes()).not.toContainEqual([OWNER.email, OWNER.email]);
  });

  test('accepts images as avatar and resume', async () => {
    const form = { avatar: await uploads.jpg(500, 500), resume: await uploads.png(300, 400) };
    const { user } = (await site.owner.call(updateProfile, { form })).body;
    expect(user.avatar).toMatchObject({ width: 500, height: 500 });
    expect(user.resume).toMatchObject({ type: 'image/png', width: 300, height: 400 });
  });

  test('accepts a PDF as resume and previews its first page', async () => {
    const { user } = (await site.owner.call(updateProfile, { form: { resume: uploads.pdf() } }))
      .body;
    expect(user.resume.type).toBe('application/pdf');
    expect(user.resume.url).toMatch(/\.pdf$/);
    expect(user.resume.viewUrl).toBe(`${user.resume.url}/ada-lovelace-resume.pdf`);
    expect(user.resume.preview?.url).toMatch(/\.png$/);
    expect(user.resume.preview?.height).toBeGreaterThan(user.resume.preview?.width ?? 0);
  });

  test('removes the avatar and the resume unless a new file is sent', async () => {
    const form = { avatar: await uploads.jpg(50, 50), resume: uploads.pdf() };
    const before = (await site.owner.call(updateProfile, { form })).body.user;
    const unchanged = { removeAvatar: 'false', phone: '1' };
    const same = (await site.owner.call(updateProfile, { form: unchanged })).body.user;
    expect([same.avatar, same.resume]).toEqual([before.avatar, before.resume]);

    const avatarOnly = { removeAvatar: 'true' };
    const after = (await site.owner.call(updateProfile, { form: avatarOnly })).body.user;
    expect([after.avatar, after.resume]).toEqual([{ url: '' }, before.resume]);
    const none = (await site.owner.call(updateProfile, { json: { removeResume: true } })).body.user;
    expect([none.avatar, none.resume]).toEqual([{ url: '' }, { url: '' }]);

    const both = { ...form, removeAvatar: 'true', removeResume: 'true' };
    const back = (await site.owner.call(updateProfile, { form: both })).body.user;
    expect([back.avatar, back.resume]).toEqual([before.avatar, before.resume]);
  });

  test('keeps more links in their order, completes addresses and names them', async () => {
    const list = [
      { url: '@ada@social.example.org', label: '' },
      { url: 'archive.example.org/people/ada', label: ' Letters and notebooks ' },
      { url: 'ada@example.com', label: '' },
      { url: 'https://www.example.net' },
    ];
    const stored = [
      { url: 'https://social.example.org/@ada', label: 'Mastodon' },
      { url: 'https://archive.example.org/people/ada', label: 'Letters and notebooks' },
      { url: 'mailto:ada@example.com', label: 'ada@example.com' },
      { url: 'https://www.example.net', label: 'example.net' },
    ];
    // A form sends them as text, and a script as a list.
    for (const body of [{ form: { links: JSON.stringify(list) } }, { json: { links: list } }]) {
      const { user } = (await site.owner.call(updateProfile, body)).body;
      expect(user.links).toEqual(stored);
    }
    const readLinks = async () =>
      (await site.app.visitor().call(calls.public.portfolio)).body.profile.links;
    await expect.poll(readLinks).toEqual(stored);
  });

  test('records more links in the history, and undoes a change of them', async () => {
    const links = [{ url: 'https://example.com/a', label: 'A' }];
    const more = [...links, { url: 'https://example.com/b', label: 'B' }];
    await site.owner.call(updateProfile, { json: { links } });
    const { revision = '' } = (await site.owner.call(updateProfile, { json: { links: more } }))
      .body;
    const { changes } = (await site.owner.call(calls.history.get, { params: { id: revision } }))
      .body;
    expect(changes).toEqual([
      {
        type: 'text',
        label: 'More links',
        before: 'A: https://example.com/a',
        after: 'A: https://example.com/a\nB: https://example.com/b',
      },
    ]);
    await site.owner.call(calls.history.undo, { params: { id: revision } });
    expect((await site.owner.call(me)).body.user.links).toEqual(links);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'no address',
    'vbscript:x',
  ])('rejects %s as a link', async (url) => {
    const { status, body } = await site.owner.call(updateProfile, { json: { links: [{ url }] } });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      'links.0.url': 'Enter an address that starts with https://, or an email address.',
    });
  });

  test('rejects an address that is in the list twice, too many links and long labels', async () => {
    const update = async (links: readonly object[]) =>
      (await site.owner.call(updateProfile, { form: { links: JSON.stringify(links) } })).body
        .fields;
    const repeated = [{ url: 'https://example.com/ada' }, { url: 'www.Example.com/ada/' }];
    expect(await update(repeated)).toEqual({
      'links.1.url': 'This link is already in the list.',
    });
    const many = Array.from({ length: 31 }, (_, index) => ({
      url: `https://example.com/${index}`,
    }));
    expect(await update(many)).toEqual({ links: 'The more links can have at most 30 links.' });
    expect(await update([{ url: 'https://example.com', label: 'x'.repeat(61) }])).toEqual({
      'links.0.label': 'The label can have at most 60 characters.',
    });
    expect(await update([{ url: '' }])).toEqual({ 'links.0.url': 'Enter the address.' });
  });

  test('keeps languages in their order, and records a change of them', async () => {
    const french = { name: 'French', level: 'C1' } as const;
    const all = [{ name: 'English', level: 'native' } as const, french];
    const { revision = '' } = (
      await site.owner.call(updateProfile, { form: { languages: JSON.stringify(all) } })
    ).body;
    const read = async () =>
      (await site.app.visitor().call(calls.public.portfolio)).body.profile.languages;
    await expect.poll(read).toEqual(all);
    const { changes } = (await site.owner.call(calls.history.get, { params: { id: revision } }))
      .body;
    expect(changes).toEqual([
      {
        type: 'text',
        label: 'Languages you speak',
        before: '',
        after: 'English: native\nFrench: C1',
      },
    ]);
    await site.owner.call(updateProfile, { json: { languages: [french] } });
    await expect.poll(read).toEqual([french]);
    await site.owner.call(updateProfile, { json: { languages: [] } });
    await expect.poll(read).toEqual([]);
  });

  test('rejects a language that is in the list twice, unknown levels and too many', async () => {
    const update = async (languages: readonly object[]) =>
      (await site.owner.call(updateProfile, { form: { languages: JSON.stringify(languages) } }))
        .body.fields;
    const french = { name: 'French', level: 'C1' };
    expect(await update([french, { name: ' french ', level: 'A1' }])).toEqual({
      'languages.1.name': 'This language is already in the list.',
    });
    expect(await update([{ name: '', level: 'C3' }])).toEqual({
      'languages.0.name': 'Enter the language.',
      'languages.0.level': 'The level must be one of: native, C2, C1, B2, B1, A2, A1.',
    });
    expect(await update([{ name: 'x'.repeat(61), level: 'A1' }])).toEqual({
      'languages.0.name': 'The language can have at most 60 characters.',
    });
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `${index}`, level: 'A1' }));
    expect(await update(many)).toEqual({ languages: 'The languages can have at most 20 entries.' });
  });

  test('treats the word undefined as an empty link', async () => {
    const { status, body } = await site.owner.call(updateProfile, {
      form: { twitterURL: 'undefined' },
    });
    expect(status).toBe(200);
    expect(body.user.twitterURL).toBe('');
  });

  test.each([
    ['no name', { fullName: '' }, { fullName: 'Enter the full name.' }],
    [
      'an invalid email address',
      { email: 'ada' },
      { email: 'Enter a valid email address, like m@example.com.' },
    ],
    [
      'a javascript: link',
      { githubURL: 'javascript:1' },
      { githubURL: 'The Github link must start with http:// or https://.' },
    ],
    [
      'a PDF as an avatar',
      { avatar: uploads.pdf() },
      { avatar: 'The avatar must be a PNG, JPG, GIF, WebP or AVIF image.' },
    ],
    [
      'text as a resume',
      { resume: file('hi', 'a.pdf') },
      { resume: 'The resume must be a PDF, or a PNG, JPG, GIF, WebP or AVIF image.' },
    ],
    [
      'a broken PDF',
      { resume: file('%PDF-1.7 nothing', 'a.pdf') },
      { resume: 'The resume cannot be read. Try another file, or save it again.' },
    ],
    [
      'a password hash',
      { passwordHash: 'x' },
      { passwordHash: 'There is no field named passwordHash.' },
    ],
  ])('rejects %s and changes nothing', async (_, form, fields) => {
    const before = (await site.owner.call(me)).body.user;
    const { status, body } = await site.owner.call(updateProfile, { form });
    expect(status).toBe(400);
    expect(body.fields).toEqual(fields);
    expect((await site.owner.call(me)).body.user).toEqual(before);
  });
});
