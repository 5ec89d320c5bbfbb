import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { flag, oneOf, optionalText } from './field.ts';
import {
  COPY_CAUSES,
  COPY_CONTACTS,
  COPY_KINDS,
  COPY_STATES,
  COPY_STEPS,
  type CopyKind,
} from './options.ts';
import { routes } from './routes.ts';

/** Where a destination is, and how the copy in it behaves. Empty fields belong to other kinds. */
const settings = {
  url: optionalText('address', 500)
    .refine(isCopyUrl, 'Enter the address of the copy, like https://ada.example.com.')
    .overwrite((value) => value.replace(/\/+$/, ''))
    .describe('The address at which visitors open the copy. It can be a folder of a site.'),
  contact: oneOf('contact', COPY_CONTACTS).describe(
    'How visitors write: with the form, which sends messages to this service, with a mail link, or not at all.',
  ),
  endpoint: fits(
    'address of the object store',
    500,
    (value) => isWebAddress(value) && new URL(value).search === '' && new URL(value).hash === '',
    'Enter the address of the object store, like https://s3.eu-central-1.amazonaws.com.',
  )
    .overwrite((value) => value.replace(/\/+$/, ''))
    .describe('For a bucket: the address of the object store, without the bucket.'),
  bucket: fits(
    'bucket',
    63,
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'Enter the name of the bucket: small letters, digits, dots and hyphens.',
  ).describe('For a bucket: its name.'),
  region: fits(
    'region',
    50,
    (value) => /^[a-z0-9-]+$/.test(value),
    'Enter the region, like eu-central-1.',
  ).describe('For a bucket: its region. Empty: us-east-1.'),
  prefix: fits(
    'folder in the bucket',
    200,
    (value) => isPlainPath(value),
    'Enter the folder in the bucket as a path, like sites/ada.',
  ).describe('For a bucket: the folder in it. Empty: the whole bucket.'),
  repository: fits(
    'repository',
    140,
    (value) => isPlainPath(value) && value.split('/').length === 2,
    'Enter the repository with its owner, like ada/portfolio.',
  ).describe('For GitHub Pages: the repository, with its owner.'),
  branch: fits(
    'branch',
    100,
    (value) => isPlainPath(value) && !/\.\.|\.(lock)?(\/|$)|(^|\/)-/.test(value),
    'Enter the branch, like gh-pages.',
  ).describe('For GitHub Pages: the branch. Empty: gh-pages. It is created if it does not exist.'),
  folder: fits(
    'folder',
    100,
    (value) => isPlainPath(value) && !value.includes('/'),
    'Enter the name of a folder: letters, digits, dots and hyphens.',
  ).describe('For a folder: its name in the folder that COPY_DIR allows.'),
};

/** What opens a destination. The service encrypts it, and never returns it. */
const secrets = {
  accessKey: credential('access key').describe('For a bucket: the access key.'),
  secretKey: credential('secret key').describe('For a bucket: the secret key.'),
  token: credential('access token').describe(
    'For GitHub Pages: a fine-grained token that may write the contents of this repository.',
  ),
};

/** What each kind needs. */
const REQUIRED = {
  bucket: {
    endpoint: 'Enter the address of the object store.',
    bucket: 'Enter the bucket.',
    accessKey: 'Enter the access key.',
    secretKey: 'Enter the secret key.',
  },
  github: { repository: 'Enter the repository.', token: 'Enter the access token.' },
  folder: { folder: 'Enter the folder.' },
} as const satisfies Readonly<
  Record<CopyKind, Partial<Record<keyof typeof settings | keyof typeof secrets, string>>>
>;

const kind = oneOf('kind of destination', COPY_KINDS);

const Fields = z.strictObject({ kind, ...settings, ...secrets });

const New = z
  .strictObject({
    kind,
    url: settings.url,
    contact: settings.contact,
    endpoint: settings.endpoint.default(''),
    bucket: settings.bucket.default(''),
    region: settings.region.default(''),
    prefix: settings.prefix.default(''),
    repository: settings.repository.default(''),
    branch: settings.branch.default(''),
    folder: settings.folder.default(''),
    accessKey: secrets.accessKey.default(''),
    secretKey: secrets.secretKey.default(''),
    token: secrets.token.default(''),
  })
  .superRefine((input, context) => {
    const values: Readonly<Record<string, string>> = input;
    for (const [name, message] of Object.entries(REQUIRED[input.kind]))
      if (values[name] === '') context.addIssue({ code: 'custom', path: [name], message });
  })
  .describe('Fields of other kinds of destinations are ignored.');
export type NewDestination = z.output<typeof New>;

const Changes = Fields.omit({ kind: true }).partial();
export type DestinationChanges = z.output<typeof Changes>;

/** The fields of a destination without its secrets, as the service returns them. */
const shown = z.object({
  kind: z.enum(COPY_KINDS),
  url: z.string(),
  contact: z.enum(COPY_CONTACTS),
  endpoint: z.string(),
  bucket: z.string(),
  region: z.string(),
  prefix: z.string(),
  repository: z.string(),
  branch: z.string(),
  folder: z.string(),
});

const Count = z.int().min(0);

/** How many files of an update are listed. */
export const LISTED_FILES = 20;

const CopyFiles = z
  .object({
    count: Count,
    paths: z.array(z.string()).describe(`The first ${LISTED_FILES}, pages before other files.`),
  })
  .meta({ id: 'CopyFiles' });

/** What an update did to the files of a copy. */
export const CopyChanges = z.object({ added: CopyFiles, changed: CopyFiles, removed: CopyFiles });
export type CopyChanges = z.output<typeof CopyChanges>;

const CopyRun = z
  .object({
    _id: z.uuid(),
    startedAt: z.iso.datetime(),
    seconds: z.number().min(0),
    cause: z
      .enum(COPY_CAUSES)
      .describe(
        'change: something that visitors see has changed. release: a new version of Vitrine. settings: the destination was added or changed. owner: Update now. everything: Publish everything again.',
      ),
    files: Count.describe('The files of the copy. 0 if it failed before all were known.'),
    ...CopyChanges.shape,
    failure: z.string().nullable().describe('Why it failed, as a sentence; null if it did not.'),
  })
  .meta({ id: 'CopyRun' });

const CopyDestination = z
  .object({
    _id: z.uuid(),
    ...shown.shape,
    state: z
      .enum(COPY_STATES)
      .describe(
        'new: no update has ended yet. online: the last update succeeded. failed: it did not, and the copy lacks changes or has only some of them.',
      ),
    isUpdating: z.boolean(),
    nextUpdateAt: z.iso
      .datetime()
      .nullable()
      .describe('When the next update starts, also after a failure; null if none is waiting.'),
    lastUpdate: CopyRun.nullable().describe('The last update that succeeded.'),
    failure: z
      .object({
        reason: z.string().describe('What happened and what to do, in sentences.'),
        firstAt: z.iso.datetime().describe('When the first of these updates failed.'),
        lastAt: z.iso.datetime(),
        attempts: Count.describe('Updates that failed in a row.'),
        isFinal: z
          .boolean()
          .describe('Whether the owner has to act: Vitrine does not try again by itself.'),
      })
      .nullable()
      .describe('Why the last update failed; null if it did not.'),
    tokenExpiresAt: z.iso
      .datetime()
      .nullable()
      .describe('When the access token expires, as the last update was told; null if unknown.'),
    runs: z.array(CopyRun).describe('The last 10 updates, newest first.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('When its settings were last changed.'),
  })
  .meta({ id: 'CopyDestination' });

const CopyStep = z
  .object({
    name: z.enum(COPY_STEPS).describe('In this order: reach, write, read.'),
    state: z
      .enum(['passed', 'failed', 'skipped'])
      .describe('The steps after a failure are skipped.'),
    message: z.string().describe('What was found or what to do, in sentences. Empty if skipped.'),
  })
  .meta({ id: 'CopyStep' });

const params = byId('destination');
const response = { ...messageResponse, destination: CopyDestination };

export const copyCalls = {
  list: call(routes.copy.list, {
    about: 'Lists the destinations of static copies, oldest first.',
    response: {
      destinations: z.array(CopyDestination),
      folderRoot: z
        .string()
        .nullable()
        .describe('The folder on the server that copies can be in; null if COPY_DIR is not set.'),
      canUseForm: z
        .boolean()
        .describe('Whether the site has an address that can receive the form.'),
      canUseMail: z.boolean().describe('Whether the profile shows an email address.'),
    },
  }),
  add: call(routes.copy.add, {
    about: 'Adds a destination, and starts its first update.',
    input: New,
    response,
    status: 201,
  }),
  test: call(routes.copy.test, {
    about:
      'Tests a destination in three steps, with fields that need not be saved: reach it, write a small file, and read it back. The file is deleted again.',
    input: Fields.partial().extend({
      id: z
        .uuid('Send the ID of the destination.')
        .optional()
        .describe('A saved destination: what is not sent, or is an empty secret, is as saved.'),
    }),
    response: { passed: z.boolean(), steps: z.array(CopyStep).length(3) },
  }),
  update: call(routes.copy.update, {
    about:
      'Changes the fields that are sent, and updates the copy. An empty secret stays as it is. The kind cannot be changed.',
    params,
    input: Changes,
    response,
  }),
  remove: call(routes.copy.remove, {
    about: 'Removes a destination with its secrets. The files of the copy stay where they are.',
    params,
    response: messageResponse,
  }),
  start: call(routes.copy.start, {
    about: 'Updates one copy, or all of them, now. A copy that is current gets no files.',
    input: z.strictObject({
      id: z.uuid('Send the ID of the destination.').optional().describe('Without it, all copies.'),
      everything: flag('everything')
        .default(false)
        .describe('Send all files again, for a copy that was changed by something else.'),
    }),
    response: messageResponse,
  }),
};

export type CopyDestination = z.output<typeof CopyDestination>;
export type CopyRun = z.output<typeof CopyRun>;
export type CopyStep = z.output<typeof CopyStep>;

/** A field that only some kinds of destinations have. */
function fits(label: string, max: number, test: (value: string) => boolean, rule: string) {
  return optionalText(label, max).refine((value) => value === '' || test(value), rule);
}

function credential(label: string) {
  return fits(
    label,
    500,
    (value) => /^[\x21-\x7e]+$/.test(value),
    `Enter the ${label} without spaces and line breaks.`,
  );
}

/** Names that are the same in an address, a bucket, a repository and a folder. */
function isPlainPath(value: string): boolean {
  return value.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}

function isCopyUrl(value: string): boolean {
  return isWebAddress(value) && /^[^?#]+$/.test(value) && !/%|\/\//.test(new URL(value).pathname);
}

/** Without a user name or password, which would be shown. */
function isWebAddress(value: string): boolean {
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}
