import { z } from 'zod';
import { call, done } from './call.ts';
import { email, flag, givenPassword, link, newPassword, optionalText, text } from './field.ts';
import { Document, Image } from './media.ts';
import { routes } from './routes.ts';

export const User = z
  .object({
    _id: z.uuid(),
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    aboutMe: z.string(),
    portfolioURL: z.string(),
    githubURL: z.string(),
    linkedInURL: z.string(),
    instagramURL: z.string(),
    twitterURL: z.string(),
    facebookURL: z.string(),
    avatar: Image,
    resume: Document,
    showEmail: z.boolean().describe('Whether visitors of the site see the e-mail address.'),
    showPhone: z.boolean().describe('Whether visitors of the site see the phone number.'),
    mailMessages: z.boolean().describe('Whether a mail tells of new messages.'),
  })
  .meta({ id: 'User' });

const Profile = z.strictObject({
  fullName: text('full name', 100),
  email: email(),
  phone: optionalText('phone number', 40),
  aboutMe: optionalText('text about you', 5000),
  portfolioURL: link('portfolio link'),
  linkedInURL: link('LinkedIn link'),
  githubURL: link('Github link'),
  instagramURL: link('Instagram link'),
  twitterURL: link('Twitter(X) link'),
  facebookURL: link('Facebook link'),
  showEmail: flag('showing the e-mail address'),
  showPhone: flag('showing the phone number'),
  mailMessages: flag('mails about new messages'),
});

const ProfileUpdate = Profile.extend({
  removeAvatar: flag('removing the avatar').describe('Ignored when a new avatar is sent.'),
  removeResume: flag('removing the resume').describe('Ignored when a new resume is sent.'),
}).partial();

const PasswordUpdate = z
  .strictObject({
    currentPassword: givenPassword(),
    newPassword: newPassword(),
    confirmNewPassword: z.string('Enter the new password once more.'),
  })
  .refine((input) => input.newPassword === input.confirmNewPassword, {
    path: ['confirmNewPassword'],
    message: 'The new password and its confirmation are not the same.',
  });

const PasswordReset = z
  .strictObject({
    password: newPassword(),
    confirmPassword: z.string('Enter the password once more.'),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: 'The password and its confirmation are not the same.',
  });

const NewOwner = z.strictObject({
  code: text('set-up code', 100),
  fullName: Profile.shape.fullName,
  email: Profile.shape.email,
  password: newPassword(),
});

const ResetLink = z.strictObject({ token: z.string().max(200) });

export const setupCalls = {
  status: call(routes.setup.status, {
    about: 'Whether the service still waits for its owner.',
    response: { needed: z.boolean() },
  }),
  create: call(routes.setup.create, {
    about: 'Makes the owner, once, with the code that the service printed. Signs in.',
    input: NewOwner,
    response: { ...done, user: User },
    status: 201,
  }),
};

export const userCalls = {
  login: call(routes.user.login, {
    about: 'Signs in.',
    input: z.strictObject({ email: email(), password: givenPassword() }),
    response: { ...done, user: User },
  }),
  me: call(routes.user.me, {
    about: 'The signed-in owner.',
    response: { user: User },
  }),
  logout: call(routes.user.logout, {
    about: 'Ends this session.',
    response: done,
  }),
  updatePassword: call(routes.user.updatePassword, {
    about: 'Changes the password and ends all other sessions.',
    input: PasswordUpdate,
    response: done,
  }),
  updateProfile: call(routes.user.updateProfile, {
    about: 'Changes what is sent of the profile and keeps the rest.',
    input: ProfileUpdate,
    files: {
      avatar: { kind: 'image', label: 'avatar', required: false },
      resume: { kind: 'document', label: 'resume', required: false },
    },
    response: { ...done, user: User },
  }),
  forgotPassword: call(routes.user.forgotPassword, {
    about: 'Sends a reset link, if the address is the owner’s. The answer never tells.',
    input: z.strictObject({ email: email() }),
    response: done,
  }),
  resetPassword: call(routes.user.resetPassword, {
    about: 'Sets a new password with the token of a reset link, and ends all sessions.',
    params: ResetLink,
    input: PasswordReset,
    response: done,
  }),
  checkResetLink: call(routes.user.checkResetLink, {
    about: 'Whether a reset link still works. Asking does not use it up.',
    params: ResetLink,
    response: { valid: z.boolean() },
  }),
};

export type User = z.infer<typeof User>;
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;
export type NewOwner = z.infer<typeof NewOwner>;
