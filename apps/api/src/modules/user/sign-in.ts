import type { SignInMethod } from '@vitrine/contract/options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { DEVICE_DAYS, isKnownDevice, rememberDevice } from '../../auth/device-store.ts';
import type { HostCookie, SessionCookie } from '../../auth/session-cookie.ts';
import { createSession, deleteSessionByToken } from '../../auth/session-store.ts';
import type { Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import type { Jobs } from '../../jobs/jobs.ts';

interface SignInOptions {
  readonly cookie: SessionCookie;
  readonly deviceCookie: HostCookie;
  readonly jobs: Jobs;
}

interface Account {
  readonly id: string;
  readonly passwordHash: string;
  /** A code, a passkey or a session proved it, or there was no owner who could have one. */
  readonly hasPassedSecondFactor?: boolean;
}

/** How the owner signed in. */
export interface SignInWay {
  readonly method: SignInMethod;
  /** For the audit log, such as the passkey with its name. */
  readonly subject: string;
  /** The passkey of this browser. */
  readonly passkeyId?: string | undefined;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Starts sessions and remembers browsers, and sets the cookies for both. */
export function createSignIn({ cookie, deviceCookie, jobs }: SignInOptions) {
  /** Remembers the browser, so that its next login is not limited together with unknown browsers. */
  async function rememberBrowser(trx: Trx, ownerId: string, { request, reply }: Exchange) {
    const token = await rememberDevice(trx, ownerId, deviceCookie.read(request));
    deviceCookie.write(reply, token, DEVICE_DAYS * 24 * 60 * 60);
  }

  /** Fails if the password was changed, or the second factor turned on, since they were read. */
  async function signIn(
    trx: Trx,
    { id, passwordHash, hasPassedSecondFactor = false }: Account,
    { request, reply }: Exchange,
    { method, passkeyId }: Pick<SignInWay, 'method' | 'passkeyId'> = { method: 'password' },
  ) {
    const token = await createSession(trx, {
      ownerId: id,
      passwordHash,
      hasPassedSecondFactor,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      method,
      passkeyId,
    });
    if (token === undefined) throw wrongLogin();
    cookie.write(reply, token);
    await rememberBrowser(trx, id, { request, reply });
  }

  /** Signs in after a login. Emails the owner if the browser was not seen before. */
  async function logIn(trx: Trx, account: Account, way: SignInWay, { request, reply }: Exchange) {
    const device = deviceCookie.read(request);
    const isKnown = device !== undefined && (await isKnownDevice(trx, device));
    const source = sourceOf(request);
    await signIn(trx, account, { request, reply }, way);
    const kind = isKnown ? 'signed-in' : 'signed-in-new-device';
    await recordEvent(trx, kind, source, way.subject);
    const at = new Date().toISOString();
    if (!isKnown)
      await jobs.sendMail(trx, { kind: 'new-device', method: way.method, ...source, at });
    const before = cookie.read(request);
    if (before) await deleteSessionByToken(trx, before);
  }

  return { signIn, logIn, rememberBrowser };
}

export type SignIn = ReturnType<typeof createSignIn>;

export function wrongLogin(): ExpectedError {
  return new ExpectedError(401, 'The email address or the password is incorrect.');
}
