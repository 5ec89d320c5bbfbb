import { skillCalls } from '@vitrine/contract/skill';
import type { Db } from '../../db/client.ts';
import { notFound } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { addSkill, deleteSkill, findSkill, listSkills, updateSkill } from './skill-store.ts';

export function skillRoutes(serve: Serve, db: Db, media: MediaStore): void {
  serve(skillCalls.list, async () => ({ skills: await listSkills(db) }));

  serve(skillCalls.add, ({ input, files, once }) =>
    once(async (trx) => {
      const svg = await media.keep(trx, files.svg);
      const skill = await findSkill(trx, await addSkill(trx, { ...input, svg }));
      if (!skill) throw notFound('skill');
      return { message: 'Skill added.', skill };
    }),
  );

  serve(skillCalls.update, async ({ params, input }) => {
    const skill = await updateSkill(db, params.id, input);
    if (!skill) throw notFound('skill');
    return { message: 'Skill updated.', skill };
  });

  serve(skillCalls.remove, async ({ params }) => {
    if (!(await deleteSkill(db, params.id))) throw notFound('skill');
    return { message: 'Skill deleted.' };
  });
}
