import { z } from 'zod';
import { call, messageResponse, updateResponse } from './call.ts';
import {
  currentPassword,
  email,
  flag,
  ifValid,
  link,
  newPassword,
  oneOf,
  optionalText,
  text,
} from './field.ts';
import { languagesInput, SpokenLanguage } from './language-list.ts';
import { links } from './link-list.ts';
import { Document, Image, SiteUrl } from './media.ts';
import { SETUP_STEPS, SETUP_WAYS } from './options.ts';
import { routes } from './routes.ts';
import { factorCode } from './second-factor.ts';

/** Besides the six specified ones. */
const moreLinks = links('more links');

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
    links: moreLinks.output.describe('More links, in the order of the owner.'),
    languages: z
      .array(SpokenLanguage)
      .describe('The languages that the owner speaks, in their order.'),
    headline: z.string(),
    location: z.string(),
    availability: z.string(),
    pronouns: z.string(),
    avatar: Image,
    resume: Document,
    showEmail: z.boolean().describe('Whether visitors see the email address.'),
    showPhone: z.boolean().describe('Whether visitors see the phone number.'),
    mailMessages: z.boolean().describe('Whether new messages are announced by email.'),
    setupStep: z
      .enum(SETUP_STEPS)
      .nullable()
      .describe('Where the first run continues. Null if the owner was created without it.'),
  })
  .meta({ id: 'User' });

export const Profile = z.strictObject({
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
  links: moreLinks.input,
  languages: languagesInput,
  headline: optionalText('headline', 120),
  location: optionalText('location', 120),
  availability: optionalText('availability', 120),
  pronouns: optionalText('pronouns', 40),
  showEmail: flag('showing the email address'),
  showPhone: flag('showing the phone number'),
  mailMessages: flag('emails about new messages'),
});

const ProfileUpdate = Profile.extend({
  removeAvatar: flag('removing the avatar').describe('Ignored when a new avatar is sent.'),
  removeResume: flag('removing the resume').describe('Ignored when a new resume is sent.'),
}).partial();

const PasswordUpdate = z
  .strictObject({
    currentPassword: currentPassword(),
    newPassword: newPassword(),
    confirmNewPassword: z.string('Enter the new password again.'),
    revokeAccess: flag('revoking tokens and passkeys')
      .optional()
      .describe('Also revokes all API tokens and passkeys.'),
  })
  .refine((input) => input.newPassword === input.confirmNewPassword, {
    path: ['confirmNewPassword'],
    message: 'Enter the same new password again. The two do not match.',
    when: ifValid(z.object({ newPassword: z.string(), confirmNewPassword: z.string() })),
  });

const PasswordReset = z
  .strictObject({
    password: newPassword(),
    confirmPassword: z.string('Enter the password again.'),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Enter the same password again. The two do not match.',
    when: ifValid(z.object({ password: z.string(), confirmPassword: z.string() })),
  });

const setupState = {
  way: z
    .enum(SETUP_WAYS)
    .describe(
      'open: without the setup code. claimed: with the code, because another browser came first. late: with the code, because the service has been running for more than 30 minutes. code: with the code.',
    ),
  claimedBy: z.string().optional().describe('The address of the browser that came first.'),
};

const NewOwner = z.strictObject({
  code: text('setup code', 100).optional(),
  fullName: Profile.shape.fullName.optional(),
  email: Profile.shape.email,
  password: newPassword(),
  hasFirstRun: flag('first run')
    .optional()
    .describe(
      'Whether the first run follows. Then, with SITE_URL, the site and the public document are private until a design is published.',
    ),
});

const ResetLink = z.strictObject({ token: z.string().max(200) });

export const setupCalls = {
  status: call(routes.setup.status, {
    about:
      'Returns whether the owner still has to be created, how this browser can do so, and whether a passkey can sign in.',
    response: { needed: z.boolean(), hasPasskeys: z.boolean(), ...setupState },
  }),
  claim: call(routes.setup.claim, {
    about:
      'Remembers this browser as the first one in the home network, with HOME_NETWORK. It may then create the owner without the setup code.',
    response: setupState,
  }),
  create: call(routes.setup.create, {
    about:
      'Creates the owner with the setup code that the service printed, or from the first browser in the home network, and signs in.',
    input: NewOwner,
    response: { ...messageResponse, user: User },
    status: 201,
  }),
  saveStep: call(routes.setup.saveStep, {
    about: 'Saves where the first run continues. Changes nothing for an owner without one.',
    input: z.strictObject({ step: oneOf('step', SETUP_STEPS) }),
    response: { ...messageResponse, user: User },
  }),
};

export const userCalls = {
  login: call(routes.user.login, {
    about:
      'Signs in. If the second factor is on, returns 403 with the code second-factor; continue with user/login/code.',
    input: z.strictObject({ email: email(), password: currentPassword() }),
    response: { ...messageResponse, user: User },
  }),
  loginWithCode: call(routes.user.loginWithCode, {
    about:
      'Completes a login whose password was correct, with a code of the second factor or a recovery code. A login has five attempts within five minutes.',
    input: z.strictObject({ code: factorCode() }),
    response: { ...messageResponse, user: User },
  }),
  me: call(routes.user.me, {
    about: 'Returns the signed-in owner.',
    response: {
      user: User,
      backupProblem: z
        .string()
        .optional()
        .describe('What is wrong with the automatic backups, if anything.'),
      site: z
        .object({
          url: SiteUrl,
          isPublic: z.boolean().describe('False until the first design is published.'),
        })
        .optional()
        .describe('The public site, if there is one.'),
      hasAddresses: z
        .boolean()
        .optional()
        .describe('Whether address/get and address/update exist, with HOME_NETWORK.'),
    },
  }),
  logout: call(routes.user.logout, {
    about: 'Ends this session.',
    response: messageResponse,
  }),
  updatePassword: call(routes.user.updatePassword, {
    about: 'Changes the password, and ends all other sessions and preview links.',
    input: PasswordUpdate,
    response: messageResponse,
  }),
  updateProfile: call(routes.user.updateProfile, {
    about: 'Updates the fields of the profile that are sent.',
    input: ProfileUpdate,
    files: {
      avatar: { kind: 'image', label: 'avatar', required: false },
      resume: { kind: 'document', label: 'resume', required: false },
    },
    response: { ...updateResponse, user: User },
  }),
  forgotPassword: call(routes.user.forgotPassword, {
    about:
      'Sends a reset link if the address is the owner’s. The response is the same for every address.',
    input: z.strictObject({ email: email() }),
    response: messageResponse,
  }),
  resetPassword: call(routes.user.resetPassword, {
    about:
      'Sets a new password with the token of a reset link, and ends all sessions, API tokens and preview links.',
    params: ResetLink,
    input: PasswordReset,
    response: messageResponse,
  }),
  checkResetLink: call(routes.user.checkResetLink, {
    about: 'Returns whether a reset link still works, without using it up.',
    params: ResetLink,
    response: { valid: z.boolean() },
  }),
};

export type User = z.infer<typeof User>;
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;
export type NewOwner = z.infer<typeof NewOwner>;
