import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { text } from './field.ts';
import { routes } from './routes.ts';
import { User } from './user.ts';

export const Passkey = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    isSynced: z.boolean().describe('Whether it exists on several devices.'),
    host: z.string().describe('The host name on which it works.'),
    isThis: z.boolean().describe('Whether it is the passkey of this browser.'),
  })
  .meta({ id: 'Passkey' });

const UNREADABLE = 'Use the passkey again. It could not be read.';

/** Bytes in base64url. */
const bytes = (max: number) =>
  z
    .string(UNREADABLE)
    .max(max, UNREADABLE)
    .regex(/^[\w-]+$/, UNREADABLE);

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const credential = {
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: z.literal('public-key', UNREADABLE),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** What a browser returns after it has created a passkey, as JSON. Other fields are ignored. */
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(20_000),
    // A key is at most as long, and 10,000 bytes of it can be stored.
    attestationObject: bytes(13_000),
    transports: z
      .array(z.string().regex(/^[\w-]{1,50}$/, UNREADABLE))
      .max(20)
      .optional(),
  }),
});

/** What a browser returns after the owner has used a passkey, as JSON. Other fields are ignored. */
export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(20_000),
    authenticatorData: bytes(20_000),
    signature: bytes(20_000),
  }),
});

/** The options of `navigator.credentials.create()`, as JSON. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The options of `navigator.credentials.get()`, as JSON. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor).describe('Empty: any passkey of this host.'),
});

export const passkeyCalls = {
  list: call(routes.passkey.list, {
    about: 'Lists the passkeys, oldest first.',
    response: {
      passkeys: z.array(Passkey),
      host: z.string().describe('The host name on which new passkeys work.'),
    },
  }),
  registerOptions: call(routes.passkey.registerOptions, {
    about: 'Returns the options for creating a passkey in the browser, valid for five minutes.',
    response: { options: CreationOptions },
  }),
  register: call(routes.passkey.register, {
    about: 'Adds a passkey that the browser has created.',
    input: z.strictObject({ name: text('name', 100), credential: NewCredential }),
    response: { ...messageResponse, passkey: Passkey },
    status: 201,
  }),
  rename: call(routes.passkey.rename, {
    about: 'Renames a passkey.',
    params: byId('passkey'),
    input: z.strictObject({ name: text('name', 100) }),
    response: { ...messageResponse, passkey: Passkey },
  }),
  remove: call(routes.passkey.remove, {
    about: 'Removes a passkey. Sessions that were signed in with it stay signed in.',
    params: byId('passkey'),
    response: messageResponse,
  }),
  loginOptions: call(routes.passkey.loginOptions, {
    about: 'Returns the options for signing in with a passkey, valid for five minutes.',
    response: { options: RequestOptions },
  }),
  login: call(routes.passkey.login, {
    about: 'Signs in with a passkey.',
    input: z.strictObject({ credential: UsedCredential }),
    response: { ...messageResponse, user: User },
  }),
  confirmOptions: call(routes.passkey.confirmOptions, {
    about: 'Returns the options for confirming this session with a passkey.',
    response: { options: RequestOptions },
  }),
};

export type Passkey = z.infer<typeof Passkey>;
export type NewCredential = z.infer<typeof NewCredential>;
export type UsedCredential = z.infer<typeof UsedCredential>;
