import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';

/** Ends the links of views in the trash for good, so that no restored backup brings them back. */
export async function endLinksInTrash(db: Db | Trx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ended_view_link (link_hash)
    select decode(substr(item ->> 'link_hash', 3), 'hex') from trash
    where noun = 'view' and item ->> 'link_hash' is not null and ${condition}
    on conflict do nothing`.execute(db);
}
