import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { text, wholeNumber } from './field.ts';
import { Image } from './media.ts';
import { routes } from './routes.ts';

export const Skill = z
  .object({ _id: z.uuid(), title: z.string(), proficiency: z.int(), svg: Image })
  .meta({ id: 'Skill' });

const NewSkill = z.strictObject({
  title: text('title', 80),
  proficiency: wholeNumber('proficiency', 0, 100),
});

const SkillUpdate = NewSkill.pick({ proficiency: true });

export const skillCalls = {
  list: call(routes.skill.list, {
    about: 'Lists all skills in the order they were added.',
    response: { skills: z.array(Skill) },
  }),
  add: call(routes.skill.add, {
    about: 'Adds a skill.',
    input: NewSkill,
    files: { svg: { kind: 'icon', label: 'icon', required: true } },
    response: { ...messageResponse, skill: Skill },
    status: 201,
  }),
  update: call(routes.skill.update, {
    about: 'Changes a skill’s proficiency.',
    params: byId('skill'),
    input: SkillUpdate,
    response: { ...messageResponse, skill: Skill },
  }),
  remove: call(routes.skill.remove, {
    about: 'Deletes a skill.',
    params: byId('skill'),
    response: messageResponse,
  }),
};

export type Skill = z.infer<typeof Skill>;
export type NewSkill = z.infer<typeof NewSkill>;
export type SkillUpdate = z.infer<typeof SkillUpdate>;
