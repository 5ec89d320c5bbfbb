/**
 * Mistakes that must not compile. Nothing runs this file: if one of them compiles, the type check
 * reports its comment as unused and `npm run check` fails.
 */
import type { NewSkill } from '@vitrine/contract/skill';
import type { ColumnsOf } from './columns-of.ts';

const title = 'TypeScript';
const proficiency = 90;
const category = '';
const icon = '';

/** A field that is added to the contract. */
interface NextSkill extends NewSkill {
  readonly level?: string;
}

export const statements = [
  { title, proficiency, category, icon } satisfies ColumnsOf<NewSkill>,
  // @ts-expect-error A contract field that the statement does not set.
  { title } satisfies ColumnsOf<NewSkill>,
  // @ts-expect-error A new optional contract field that the statement does not set.
  { title, proficiency, category, icon } satisfies ColumnsOf<NextSkill>,
  // @ts-expect-error A column that the contract does not have.
  { title, proficiency, category, icon, level: '' } satisfies ColumnsOf<NewSkill>,
];
