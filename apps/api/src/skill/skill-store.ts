import type { NewSkill, Skill } from '@vitrine/contract/skill';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { MEDIA_COLUMNS, type MediaRow, type MediaStore } from '../media/media-store.ts';

export async function listSkills(db: Db, media: MediaStore): Promise<Skill[]> {
  const rows = await skills(db).orderBy('skill.seq').execute();
  return rows.map((row) => toSkill(row, media));
}

export async function findSkill(
  db: Db | Trx,
  media: MediaStore,
  id: string,
): Promise<Skill | undefined> {
  const row = await skills(db).where('skill.id', '=', id).executeTakeFirst();
  return row && toSkill(row, media);
}

export async function addSkill(trx: Trx, skill: NewSkill & { svg: string }): Promise<string> {
  const { id } = await trx
    .insertInto('skill')
    .values({ title: skill.title, proficiency: skill.proficiency, svg: skill.svg })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setProficiency(db: Db, id: string, proficiency: number): Promise<boolean> {
  const result = await db
    .updateTable('skill')
    .set({ proficiency, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteSkill(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('skill').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function skills(db: Db | Trx) {
  return db
    .selectFrom('skill')
    .innerJoin('media', 'media.name', 'skill.svg')
    .select(['skill.id as _id', 'skill.title', 'skill.proficiency', ...MEDIA_COLUMNS]);
}

function toSkill(row: Omit<Skill, 'svg'> & MediaRow, media: MediaStore): Skill {
  return { _id: row._id, title: row.title, proficiency: row.proficiency, svg: media.imageOf(row) };
}
