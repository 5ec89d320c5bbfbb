import { setupCalls } from '@vitrine/contract/user';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { ExpectedError, validationError } from '../../expected-error.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { AccountTools } from './account-tools.ts';
import { hasPasskeys } from './passkey-store.ts';
import { hashPassword } from './password.ts';
import { requireStrongPassword } from './password-policy.ts';
import { deleteSetupCodes, isSetupCode } from './setup-store.ts';
import { createOwner, findUser, hasOwner, saveSetupStep } from './user-store.ts';

/** The first run: creates the owner, with the setup code that the service printed or at first contact. */
export function setupRoutes(
  registerRoute: RegisterRoute,
  { db, limits, signIn: { signIn }, setupCode, firstContact, verifier }: AccountTools,
): void {
  registerRoute(setupCalls.status, async ({ request }) => ({
    needed: !(await hasOwner(db)),
    hasPasskeys: await hasPasskeys(db, verifier.host),
    ...firstContact.stateFor(request),
  }));

  registerRoute(setupCalls.claim, async ({ request, reply }) => {
    if (await hasOwner(db)) throw alreadySetUp();
    return firstContact.claim(request, reply);
  });

  registerRoute(setupCalls.create, async ({ input, request, reply }) => {
    const { code } = input;
    // Without a code, there is nothing to guess, and neighbors must not use up the attempts of the owner.
    if (code !== undefined)
      await limitAttempts(db, limits, 'setup', { address: request.ip, account: 'owner' });
    if (await hasOwner(db)) throw alreadySetUp();
    if (code === undefined && !firstContact.isAllowed(request)) throw setupCodeNeeded();
    if (code !== undefined && !(await isSetupCode(db, code, setupCode))) throw wrongSetupCode();
    await requireStrongPassword('password', input.password, input);
    const passwordHash = await hashPassword(input.password);
    return db.transaction().execute(async (trx) => {
      const ownerId = await createOwner(trx, { ...input, passwordHash });
      if (ownerId === undefined) throw alreadySetUp();
      await deleteSetupCodes(trx);
      const owner = { id: ownerId, passwordHash, hasPassedSecondFactor: true };
      await signIn(trx, owner, { request, reply });
      await recordEvent(trx, 'owner-created', sourceOf(request));
      return { message: 'Welcome to Vitrine.', user: await findUser(trx) };
    });
  });

  registerRoute(setupCalls.saveStep, async ({ input: { step } }) => {
    await saveSetupStep(db, step);
    return { message: 'Saved.', user: await findUser(db) };
  });
}

function alreadySetUp(): ExpectedError {
  return new ExpectedError(409, 'This installation already has an owner. Please log in.');
}

function setupCodeNeeded(): ExpectedError {
  return validationError({ code: 'Enter the setup code.' });
}

function wrongSetupCode(): ExpectedError {
  const code =
    'This setup code is incorrect or older than a day. Restart the service to get a new one.';
  return validationError({ code }, 403);
}
