import type { NewSkill, Skill } from '@vitrine/contract/skill';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { documentOf } from '../../media/media-response.ts';

const COLUMNS = [
  'skill.id as _id',
  'skill.title',
  'skill.proficiency',
  'media.name',
  'media.metadata',
] as const;

export async function listSkills(db: Db): Promise<Skill[]> {
  const rows = await skills(db).orderBy('skill.seq').execute();
  return rows.map(toSkill);
}

export async function findSkill(db: Db | Trx, id: string): Promise<Skill | undefined> {
  const skill = await skills(db).where('skill.id', '=', id).executeTakeFirst();
  return skill && toSkill(skill);
}

export async function addSkill(trx: Trx, skill: NewSkill & { svg: string }): Promise<string> {
  const { id } = await trx
    .insertInto('skill')
    .values({ title: skill.title, proficiency: skill.proficiency, svg: skill.svg })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setProficiency(
  db: Db,
  id: string,
  proficiency: number,
): Promise<Skill | undefined> {
  const skill = await db
    .updateTable('skill')
    .from('media')
    .set({ proficiency, updated_at: sql`now()` })
    .where('skill.id', '=', id)
    .whereRef('media.name', '=', 'skill.svg')
    .returning(COLUMNS)
    .executeTakeFirst();
  return skill && toSkill(skill);
}

export async function deleteSkill(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('skill').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

type Row = Omit<Skill, 'svg'> & { name: string; metadata: MediaMetadata };

function toSkill({ name, metadata, ...skill }: Row): Skill {
  return { ...skill, svg: documentOf(name, metadata) };
}

function skills(db: Db | Trx) {
  return db.selectFrom('skill').innerJoin('media', 'media.name', 'skill.svg').select(COLUMNS);
}
