import { DEFAULT_RESUME_SETTINGS as DEFAULTS, ResumeSettings } from '@vitrine/contract/resume';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';

const { shape } = ResumeSettings;

/** A setting that a backup changed, or that another version wrote, falls back to its default. */
const StoredSettings = z
  .object({
    template: shape.template.catch(DEFAULTS.template),
    paper: shape.paper.catch(DEFAULTS.paper),
    accent: shape.accent.catch(DEFAULTS.accent),
    photo: shape.photo.catch(DEFAULTS.photo),
    contact: shape.contact.catch(DEFAULTS.contact),
    sections: shape.sections.catch(DEFAULTS.sections),
    published: shape.published.catch(DEFAULTS.published),
    source: shape.source.catch(DEFAULTS.source),
  })
  .catch(DEFAULTS);

export async function findResumeSettings(db: Db): Promise<ResumeSettings> {
  const row = await db.selectFrom('resume').select('settings').executeTakeFirst();
  return StoredSettings.parse(row?.settings ?? {});
}

export async function saveResumeSettings(db: Db, settings: ResumeSettings): Promise<void> {
  const values = { settings: JSON.stringify(settings) };
  await db
    .insertInto('resume')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}
