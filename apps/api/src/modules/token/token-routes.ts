import { type Token, tokenCalls } from '@vitrine/contract/token';
import { createToken, deleteToken, listTokens } from '../../auth/api-token-store.ts';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { lockAccount, requireSession } from '../../auth/auth-guard.ts';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';

interface TokenRoutesOptions {
  readonly db: Db;
  readonly jobs: Jobs;
}

export function tokenRoutes(registerRoute: RegisterRoute, { db, jobs }: TokenRoutesOptions): void {
  registerRoute(tokenCalls.list, async () => ({ tokens: (await listTokens(db)).map(toToken) }));

  // Not idempotent: a stored response would contain the token.
  registerRoute(tokenCalls.add, async ({ input, request }) => {
    const { ownerId } = requireSession(request);
    return db.transaction().execute(async (trx) => {
      await lockAccount(trx, request);
      const { id, secret } = await createToken(trx, { ownerId, ...input });
      const { name, scopes } = input;
      await jobs.sendMail(trx, { kind: 'token-created', name, scopes });
      await recordEvent(trx, 'token-created', sourceOf(request), name);
      const created = (await listTokens(trx)).find((token) => token.id === id);
      if (!created) throw notFound('token');
      return { message: 'Token created.', token: toToken(created), secret };
    });
  });

  registerRoute(tokenCalls.remove, async ({ params, request }) => {
    await db.transaction().execute(async (trx) => {
      const name = await deleteToken(trx, params.id);
      if (name === undefined) throw notFound('token');
      await recordEvent(trx, 'token-revoked', sourceOf(request), name);
    });
    return { message: 'Token revoked.' };
  });
}

function toToken(token: Awaited<ReturnType<typeof listTokens>>[number]): Token {
  return {
    _id: token.id,
    name: token.name,
    prefix: token.prefix,
    scopes: token.scopes,
    createdAt: token.created_at.toISOString(),
    expiresAt: token.expires_at?.toISOString() ?? null,
    lastUsedAt: token.last_used_at?.toISOString() ?? null,
  };
}
