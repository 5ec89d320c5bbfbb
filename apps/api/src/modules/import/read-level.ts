import type { LanguageLevel } from '@vitrine/contract/options';
import { RESUME_WORDS } from '@vitrine/resume/words';

/** Words for a level, such as those of LinkedIn. The first one that is found counts. */
const WORDS: readonly (readonly [RegExp, LanguageLevel])[] = [
  [/native-like|near[- ]native|full professional|proficient/, 'C2'],
  [/native|bilingual|mother tongue|first language/, 'native'],
  [/professional|advanced|fluent/, 'C1'],
  [/upper[- ]intermediate/, 'B2'],
  [/limited working|intermediate|conversational/, 'B1'],
  [/elementary|basic/, 'A2'],
  [/beginner/, 'A1'],
];

const NATIVE = Object.values(RESUME_WORDS).map(({ levels }) => levels.native.toLowerCase());

const CODES = ['C2', 'C1', 'B2', 'B1', 'A2', 'A1'] as const;

/** Reads how well somebody speaks a language. Undefined for words that are not known. */
export function readLevel(fluency: string): LanguageLevel | undefined {
  const text = fluency.trim().toLowerCase();
  if (NATIVE.includes(text)) return 'native';
  const [code] = /\b[abc][12]\b/.exec(text) ?? [];
  return (
    CODES.find((one) => one.toLowerCase() === code) ??
    WORDS.find(([words]) => words.test(text))?.[1]
  );
}
