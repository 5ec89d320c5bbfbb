import { sql } from 'kysely';
import { hashToken, newToken } from '../auth/session-store.ts';
import type { Db, Trx } from '../db/client.ts';

const PREVIEW_MINUTES = 60;

interface PreviewOptions {
  /** What a view shows, as JSON. Without it, the preview shows the draft of the design. */
  readonly view?: string;
  /** The token of an earlier preview of a view, which is shown instead if it has not expired. */
  readonly token?: string | undefined;
}

/** Creates the token of an address at which something can be seen that is not saved or published. */
export async function createPreview(
  db: Db,
  { view, token: earlier }: PreviewOptions = {},
): Promise<{ token: string; expiresAt: Date }> {
  const expires_at = sql<Date>`now() + interval '1 minute' * ${PREVIEW_MINUTES}`;
  if (view !== undefined && earlier !== undefined) {
    const changed = await db
      .updateTable('site_preview')
      .set({ view, expires_at })
      .where('token_hash', '=', hashToken(earlier))
      .where('purpose', '=', 'view')
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('expires_at')
      .executeTakeFirst();
    if (changed) return { token: earlier, expiresAt: changed.expires_at };
  }
  const token = newToken();
  const added = await db
    .insertInto('site_preview')
    .values({
      token_hash: hashToken(token),
      purpose: view === undefined ? 'design' : 'view',
      view: view ?? null,
      expires_at,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expiresAt: added.expires_at };
}

/** Returns the view that a preview shows, or null for one of the design. */
export async function findPreview(
  db: Db,
  token: string,
): Promise<{ readonly view: unknown } | undefined> {
  return db
    .selectFrom('site_preview')
    .select('view')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Ends every preview, for a new password. */
export async function deletePreviews(trx: Trx): Promise<void> {
  await trx.deleteFrom('site_preview').execute();
}
