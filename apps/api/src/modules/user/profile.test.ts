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
