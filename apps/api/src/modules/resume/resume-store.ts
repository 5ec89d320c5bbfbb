import { DEFAULT_RESUME_SETTINGS as DEFAULTS, ResumeSettings } from '@vitrine/contract/resume';
import type { Db } from '../../db/client.ts';
import { readSettings } from '../../db/read-settings.ts';

export async function findResumeSettings(db: Db): Promise<ResumeSettings> {
  const row = await db.selectFrom('resume').select('settings').executeTakeFirst();
  return readSettings(ResumeSettings, DEFAULTS, row?.settings);
}

export async function saveResumeSettings(db: Db, settings: ResumeSettings): Promise<void> {
  const values = { settings: JSON.stringify(settings) };
  await db
    .insertInto('resume')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}
