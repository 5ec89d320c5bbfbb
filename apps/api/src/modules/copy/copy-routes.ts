import {
  type CopyDestination,
  copyCalls,
  type DestinationChanges,
  type NewDestination,
} from '@vitrine/contract/copy';
import { FORM_NEEDS_SITE, MAIL_NEEDS_EMAIL } from '@vitrine/contract/options';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import { listFieldErrors, notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isLocalUrl } from '../../settings.ts';
import { checkAddress } from './check-address.ts';
import { CopyError } from './copy-error.ts';
import {
  findDestination,
  isTaken,
  listDestinations,
  openStored,
  removeDestination,
  saveDestination,
  sendEverything,
} from './copy-store.ts';
import { NO_FOLDERS } from './folder-destination.ts';
import { type CopyPlaces, openDestination } from './open-destination.ts';
import { testDestination } from './test-destination.ts';

interface CopyRouteOptions {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'startCopy'>;
  readonly siteUrl: string | undefined;
  readonly places: CopyPlaces;
  readonly canUseMail: () => Promise<boolean>;
}

const MAX_DESTINATIONS = 10;

/** The owner's calls for static copies. No response contains what opens a destination. */
export function copyRoutes(registerRoute: RegisterRoute, options: CopyRouteOptions): void {
  const { db, jobs, siteUrl, places, canUseMail } = options;
  changeRoutes(registerRoute, options);

  registerRoute(copyCalls.list, async () => ({
    // One snapshot: an update that ends meanwhile would show the reason of one and the rest of another.
    destinations: await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(listDestinations),
    folderRoot: places.copyDir ?? null,
    canUseForm: siteUrl !== undefined,
    canUseMail: await canUseMail(),
  }));

  registerRoute(copyCalls.test, async ({ input: { id, ...input } }) => {
    const stored = id === undefined ? undefined : await openStored(db, id);
    if (id !== undefined && !stored) throw notFound('destination');
    const settings = complete(input, stored);
    await requirePlace(settings, places);
    const steps = await testDestination(openDestination(settings, places));
    return { passed: steps.every(({ state }) => state === 'passed'), steps };
  });

  registerRoute(copyCalls.start, async ({ input: { id, everything } }) => {
    const count = await db.transaction().execute(async (trx) => {
      const all = (await listDestinations(trx)).map(({ _id }) => _id);
      const ids = id === undefined ? all : all.filter((one) => one === id);
      if (id !== undefined && ids.length === 0) throw notFound('destination');
      if (everything && ids.length > 0) await sendEverything(trx, ids);
      const cause = everything ? 'everything' : 'owner';
      for (const destination of ids) await jobs.startCopy(trx, { destination, cause });
      return ids.length;
    });
    if (count === 0) throw new ExpectedError(409, 'Add a destination first.');
    return { message: count === 1 ? 'Updating the copy.' : `Updating ${count} copies.` };
  });
}

/** The calls that change destinations. */
function changeRoutes(registerRoute: RegisterRoute, options: CopyRouteOptions): void {
  const { db, jobs, places } = options;

  registerRoute(copyCalls.add, async ({ input: sent, request }) => {
    const input = ownFields(sent);
    await check(input, options);
    return db.transaction().execute(async (trx) => {
      if ((await listDestinations(trx)).length >= MAX_DESTINATIONS)
        throw new ExpectedError(409, `There are ${MAX_DESTINATIONS} destinations already.`);
      await requireFree(trx, input);
      const id = await saveDestination(trx, input);
      await recordEvent(trx, 'copy-added', sourceOf(request), input.url);
      await jobs.startCopy(trx, { destination: id, cause: 'settings' });
      return { message: 'Destination added.', destination: await requireDestination(trx, id) };
    });
  });

  registerRoute(copyCalls.update, async ({ params: { id }, input, request }) => {
    const stored = await openStored(db, id);
    if (!stored) throw notFound('destination');
    const settings = complete(input, stored);
    await check(settings, options);
    return db.transaction().execute(async (trx) => {
      // It may have been removed in the meantime.
      await requireDestination(trx, id);
      await requireFree(trx, settings, id);
      await saveDestination(trx, settings, id);
      await recordEvent(trx, 'copy-changed', sourceOf(request), settings.url);
      await jobs.startCopy(trx, { destination: id, cause: 'settings' });
      return { message: 'Destination updated.', destination: await requireDestination(trx, id) };
    });
  });

  registerRoute(copyCalls.remove, async ({ params, request }) => {
    await db.transaction().execute(async (trx) => {
      const url = await removeDestination(trx, params.id);
      if (url === undefined) throw notFound('destination');
      await recordEvent(trx, 'copy-removed', sourceOf(request), url);
    });
    return { message: 'Destination removed. Its files stay where they are.' };
  });

  async function check(settings: NewDestination, { siteUrl, canUseMail }: CopyRouteOptions) {
    await requirePlace(settings, places);
    if (settings.contact === 'form') requireForm(settings.url, siteUrl);
    if (settings.contact === 'mail' && !(await canUseMail()))
      throw validationError({ contact: MAIL_NEEDS_EMAIL });
  }
}

/** What was sent, and the rest as it is saved. An empty secret stays as it is. */
function complete(
  input: DestinationChanges & { readonly kind?: NewDestination['kind'] | undefined },
  stored: NewDestination | undefined,
): NewDestination {
  const { kind, ...settings } = Object.fromEntries(
    Object.entries({ ...stored, ...input }).filter(([name]) => name in copyCalls.add.input.shape),
  );
  const secrets = stored && {
    accessKey: input.accessKey || stored.accessKey,
    secretKey: input.secretKey || stored.secretKey,
    token: input.token || stored.token,
  };
  const whole = { ...settings, ...secrets, kind: stored?.kind ?? kind };
  const valid = copyCalls.add.input.safeParse(whole);
  if (!valid.success) throw validationError(listFieldErrors(valid.error));
  return ownFields(valid.data);
}

/** Without the fields of other kinds, so that the same place is always stored in the same way. */
function ownFields({ kind, url, contact, ...input }: NewDestination): NewDestination {
  const none = { endpoint: '', bucket: '', region: '', prefix: '', repository: '', branch: '' };
  const empty = { ...none, folder: '', accessKey: '', secretKey: '', token: '' };
  const own = { ...empty, kind, url, contact };
  switch (kind) {
    case 'bucket': {
      const { endpoint, bucket, prefix, accessKey, secretKey } = input;
      const region = input.region || 'us-east-1';
      return { ...own, endpoint, bucket, region, prefix, accessKey, secretKey };
    }
    case 'github': {
      const { repository, token } = input;
      return { ...own, repository, branch: input.branch || 'gh-pages', token };
    }
    case 'folder':
      return { ...own, folder: input.folder };
  }
}

/** Fails unless the operator of the server allows a copy there. */
async function requirePlace(
  { kind, endpoint }: NewDestination,
  { copyDir, localStores }: CopyPlaces,
): Promise<void> {
  if (kind === 'folder' && copyDir === undefined) throw validationError({ folder: NO_FOLDERS });
  if (kind !== 'bucket') return;
  await checkAddress(endpoint, localStores).catch((error) => {
    if (error instanceof CopyError) throw validationError({ endpoint: error.message });
    throw error;
  });
}

/** Fails unless visitors of the copy can reach the site that receives the form. */
function requireForm(url: string, siteUrl: string | undefined): void {
  const problem =
    siteUrl === undefined
      ? FORM_NEEDS_SITE
      : isLocalUrl(siteUrl) && !isLocalUrl(url)
        ? 'Visitors cannot reach your site, so it cannot receive the form. Choose a mail link.'
        : new URL(url).origin === siteUrl
          ? 'The copy has the address of your site, so the form would not arrive. Choose a mail link.'
          : undefined;
  if (problem !== undefined) throw validationError({ contact: problem });
}

async function requireFree(trx: Trx, settings: NewDestination, id?: string): Promise<void> {
  if (await isTaken(trx, settings, id))
    throw new ExpectedError(409, 'Another destination is at this place already.');
}

async function requireDestination(trx: Trx, id: string): Promise<CopyDestination> {
  const found = await findDestination(trx, id);
  if (!found) throw notFound('destination');
  return found;
}
