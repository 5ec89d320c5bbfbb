import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Trx } from '../../db/client.ts';
import { rememberDevice } from '../../http/device-store.ts';
import { HttpError } from '../../http/errors.ts';
import type { DeviceCookie, SessionCookie } from '../../http/session-cookie.ts';
import { createSession } from '../../http/session-store.ts';

interface SignInOptions {
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Starts sessions and remembers browsers, and sets the cookies for both. */
export function createSignIn({ cookie, deviceCookie }: SignInOptions) {
  /** Remembers the browser, so that its next login is not limited together with unknown browsers. */
  async function rememberBrowser(db: Db | Trx, ownerId: string, { request, reply }: Exchange) {
    deviceCookie.write(reply, await rememberDevice(db, ownerId, deviceCookie.read(request)));
  }

  /** Fails if the password was changed since `passwordHash` was read. */
  async function signIn(
    db: Db | Trx,
    { id, passwordHash }: { id: string; passwordHash: string },
    { request, reply }: Exchange,
  ) {
    const token = await createSession(db, {
      ownerId: id,
      passwordHash,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    if (token === undefined) throw wrongLogin();
    cookie.write(reply, token);
    await rememberBrowser(db, id, { request, reply });
  }

  return { signIn, rememberBrowser };
}

export type SignIn = ReturnType<typeof createSignIn>;

export function wrongLogin(): HttpError {
  return new HttpError(401, 'The email address or the password is incorrect.');
}
