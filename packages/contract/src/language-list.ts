import { z } from 'zod';
import { namesOf } from './collections.ts';
import { jsonList, oneOf, rejectRepeated, text } from './field.ts';
import { LANGUAGE_LEVELS, MAX_LANGUAGE_NAME, MAX_LANGUAGES } from './options.ts';
import { languageKey } from './text-format.ts';

const LEVELS = namesOf(LANGUAGE_LEVELS);

export const SpokenLanguage = z
  .object({
    name: z.string().describe('As the owner writes it, in any language.'),
    level: z.enum(LEVELS).describe('A level of the European framework (CEFR), or native.'),
  })
  .meta({ id: 'SpokenLanguage' });

export const SpokenLanguageInput = z.strictObject({
  name: text('language', MAX_LANGUAGE_NAME),
  level: oneOf('level', LEVELS),
});

/** The languages in the order of the owner, each one once. */
export const languagesInput = jsonList(
  'languages',
  SpokenLanguageInput,
  MAX_LANGUAGES,
  'entries',
).superRefine(rejectRepeated<SpokenLanguage>('name', ({ name }) => languageKey(name), 'language'));

export type SpokenLanguage = z.infer<typeof SpokenLanguage>;
