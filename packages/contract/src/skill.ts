import { icon, optionalText, text, wholeNumber } from './collection-field.ts';
import { defineCollection, type ItemOf, type NewOf } from './define-collection.ts';

export const skill = defineCollection(
  'skill',
  {
    title: text('title', 80),
    proficiency: wholeNumber('proficiency', 0, 100),
    category: optionalText('category', 60),
    ...icon(),
  },
  { shownFirst: ['title', 'category'], detail: ['proficiency'] },
);

export const { New: NewSkill } = skill;

export type Skill = ItemOf<typeof skill>;
export type NewSkill = NewOf<typeof skill>;
