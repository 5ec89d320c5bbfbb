import type { NewSkill, Skill, SkillUpdate } from '@vitrine/contract/skill';
import type { Actor } from '../../content/revision-store.ts';
import { addItem, editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

export async function listSkills(db: Db): Promise<Skill[]> {
  const rows = await skills(db).orderBy('skill.position').execute();
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

export async function addSkill(trx: Trx, skill: SkillInput, actor: Actor): Promise<string> {
  const columns = {
    title: skill.title,
    proficiency: skill.proficiency,
    category: skill.category,
    svg: skill.svg,
    icon: skill.icon,
  } satisfies ColumnsOf<SkillInput>;
  return addItem(trx, 'skill', columns, actor);
}

interface SkillChanges extends SkillUpdate {
  readonly svg?: string;
}

/** Updates the fields that are set. Returns the ID of the revision, if there is one. */
export async function updateSkill(
  trx: Trx,
  id: string,
  changes: SkillChanges,
  actor: Actor,
): Promise<string | undefined> {
  const columns = {
    title: changes.title,
    proficiency: changes.proficiency,
    category: changes.category,
    svg: changes.svg,
    icon: changes.icon,
  } satisfies ColumnsOf<SkillChanges>;
  return editItem(trx, { noun: 'skill', id }, columns, actor);
}

type Row = Required<Omit<Skill, 'svg'>> & { name: string; metadata: MediaMetadata };

function toSkill({ name, metadata, ...skill }: Row): Skill {
  return { ...skill, svg: toDocument(name, metadata) };
}

function skills(db: Db | Trx) {
  return db
    .selectFrom('skill')
    .innerJoin('media', 'media.name', 'skill.svg')
    .select([
      'skill.id as _id',
      'skill.title',
      'skill.proficiency',
      'skill.category',
      'skill.icon',
      'media.name',
      'media.metadata',
    ]);
}
