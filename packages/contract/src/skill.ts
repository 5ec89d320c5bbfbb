import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, movedAfter, updateResponse } from './call.ts';
import { optionalText, text, wholeNumber } from './field.ts';
import { iconName } from './icon.ts';
import { Image } from './media.ts';
import { routes } from './routes.ts';

export const Skill = z
  .object({
    _id: z.uuid(),
    title: z.string(),
    proficiency: z.int(),
    category: z.string(),
    svg: Image,
    icon: z.string().describe('The name of the icon; empty for an uploaded file.'),
  })
  .meta({ id: 'Skill' });

export const NewSkill = z.strictObject({
  title: text('title', 80),
  proficiency: wholeNumber('proficiency', 0, 100),
  category: optionalText('category', 60).default(''),
  icon: iconName().default(''),
});

export const SkillUpdate = NewSkill.extend({
  category: optionalText('category', 60),
  icon: iconName(),
}).partial();

export const skillCalls = {
  list: call(routes.skill.list, {
    about: 'Lists all skills in the owner’s order.',
    response: { skills: z.array(Skill) },
  }),
  add: call(routes.skill.add, {
    about: 'Adds a skill.',
    input: NewSkill,
    files: { svg: { kind: 'icon', label: 'icon', required: false, requiredUnless: 'icon' } },
    response: { ...messageResponse, skill: Skill },
    status: 201,
  }),
  update: call(routes.skill.update, {
    about: 'Updates the fields that are sent.',
    params: byId('skill'),
    input: SkillUpdate,
    files: { svg: { kind: 'icon', label: 'icon', required: false } },
    response: { ...updateResponse, skill: Skill },
  }),
  move: call(routes.skill.move, {
    about: 'Moves a skill after another one, or to the top.',
    params: byId('skill'),
    input: movedAfter('skill'),
    response: {},
  }),
  remove: call(routes.skill.remove, {
    about: 'Moves a skill to the trash.',
    params: byId('skill'),
    response: deleteResponse,
  }),
};

export type Skill = z.infer<typeof Skill>;
export type NewSkill = z.infer<typeof NewSkill>;
export type SkillUpdate = z.infer<typeof SkillUpdate>;
