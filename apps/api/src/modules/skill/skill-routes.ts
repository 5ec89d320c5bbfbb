import { skillCalls } from '@vitrine/contract/skill';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { addSkill, deleteSkill, findSkill, listSkills, updateSkill } from './skill-store.ts';

export function skillRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(skillCalls.list, async () => ({ skills: await listSkills(db) }));

  registerRoute(skillCalls.add, ({ input, files, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const svg = await media.save(trx, files.svg);
      const skill = await findSkill(trx, await addSkill(trx, { ...input, svg }));
      if (!skill) throw notFound('skill');
      return { message: 'Skill added.', skill };
    }),
  );

  registerRoute(skillCalls.update, async ({ params, input }) => {
    const skill = await updateSkill(db, params.id, input);
    if (!skill) throw notFound('skill');
    return { message: 'Skill updated.', skill };
  });

  registerRoute(skillCalls.remove, async ({ params }) => {
    if (!(await deleteSkill(db, params.id))) throw notFound('skill');
    return { message: 'Skill deleted.' };
  });
}
