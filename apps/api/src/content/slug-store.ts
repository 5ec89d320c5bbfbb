import { slugOf } from '@vitrine/contract/text-format';
import type { Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';

/** Whether another project has this address. No other transaction can take it until this one ends. */
export async function isSlugTaken(trx: Trx, slug: string, id?: string): Promise<boolean> {
  await lock(trx, 'slug');
  const owner = await trx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
    .executeTakeFirst();
  return owner !== undefined;
}

/** Returns a free address for a title, with a number if others have the same. */
export async function freeSlug(trx: Trx, title: string, id?: string): Promise<string> {
  const wanted = slugOf(title) || 'project';
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await isSlugTaken(trx, slug, id))) return slug;
  }
}
