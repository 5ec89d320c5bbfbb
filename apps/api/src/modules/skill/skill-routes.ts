import { skillCalls } from '@vitrine/contract/skill';
import { moveItem } from '../../content/order-store.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { notFound, validationError } from '../../http/errors.ts';
import { readIcon, requireIcon } from '../../http/read-icon.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { addSkill, findSkill, listSkills, updateSkill } from './skill-store.ts';

export function skillRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(skillCalls.list, async () => ({ skills: await listSkills(db) }));

  registerRoute(skillCalls.add, async ({ input, files, request, runIdempotently }) => {
    const { icon, media: prepared } = await requireIcon(input, files);
    return runIdempotently(async (trx) => {
      const svg = await media.save(trx, prepared);
      const id = await addSkill(trx, { ...input, icon, svg }, actorOf(request));
      const skill = await findSkill(trx, id);
      if (!skill) throw notFound('skill');
      return { message: 'Skill added.', skill };
    });
  });

  registerRoute(skillCalls.update, async ({ params: { id }, input, files, request }) => {
    if (Object.keys(input).length === 0 && !files.svg)
      throw validationError({ proficiency: 'Enter the proficiency.' });
    const { icon: _, ...fields } = input;
    const chosen = await readIcon(input, files);
    return db.transaction().execute(async (trx) => {
      const svg = chosen && { svg: await media.save(trx, chosen.media), icon: chosen.icon };
      const changes = { ...fields, ...svg };
      const revision = await updateSkill(trx, id, changes, actorOf(request));
      const skill = await findSkill(trx, id);
      if (!skill) throw notFound('skill');
      return { message: 'Skill updated.', skill, revision };
    });
  });

  registerRoute(skillCalls.move, async ({ params, input }) => {
    const move = db.transaction().execute((trx) => moveItem(trx, 'skill', params.id, input.after));
    if (!(await move)) throw notFound('skill');
    return {};
  });

  registerRoute(skillCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'skill', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('skill');
    return { message: 'Skill deleted.', trashed };
  });
}
