import { icon, optionalText, text, wholeNumber } from './collection-field.ts';
import { defineCollection, type ItemOf, type NewOf, type UpdateOf } from './define-collection.ts';
import { routes } from './routes.ts';

export const skill = defineCollection(
  'skill',
  routes.skill,
  {
    title: text('title', 80),
    proficiency: wholeNumber('proficiency', 0, 100),
    category: optionalText('category', 60),
    ...icon(),
  },
  { shownFirst: ['title', 'category'] },
);

export const { Item: Skill, New: NewSkill, Update: SkillUpdate, calls: skillCalls } = skill;

export type Skill = ItemOf<typeof skill>;
export type NewSkill = NewOf<typeof skill>;
export type SkillUpdate = UpdateOf<typeof skill>;
