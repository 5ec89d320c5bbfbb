import type { NewSkill, Skill, SkillUpdate } from '@vitrine/contract/skill';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

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

interface SkillInput extends NewSkill {
  /** The name of the stored icon. */
  readonly svg: string;
}

export async function addSkill(trx: Trx, skill: SkillInput): Promise<string> {
  const columns = {
    title: skill.title,
    proficiency: skill.proficiency,
    svg: skill.svg,
  } satisfies ColumnsOf<SkillInput>;
  const { id } = await trx
    .insertInto('skill')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSkill(
  db: Db,
  id: string,
  changes: SkillUpdate,
): Promise<Skill | undefined> {
  const columns = { proficiency: changes.proficiency } satisfies ColumnsOf<SkillUpdate>;
  const skill = await db
    .updateTable('skill')
    .from('media')
    .set({ ...columns, updated_at: sql`now()` })
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

type Row = Required<Omit<Skill, 'svg'>> & { name: string; metadata: MediaMetadata };

function toSkill({ name, metadata, ...skill }: Row): Skill {
  return { ...skill, svg: toDocument(name, metadata) };
}

function skills(db: Db | Trx) {
  return db.selectFrom('skill').innerJoin('media', 'media.name', 'skill.svg').select(COLUMNS);
}
