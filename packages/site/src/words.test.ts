import { readFile } from 'node:fs/promises';
import { SITE_LANGUAGES, type SiteLanguage } from '@vitrine/contract/options';
import { expect, test } from 'vitest';
import type { Words } from './words/words.ts';
import { SITE_WORDS } from './words.ts';

const LANGUAGES = Object.keys(SITE_LANGUAGES) as SiteLanguage[];

test.each(LANGUAGES)('all words of %s can be shown in text and in attributes', (language) => {
  const texts = textsOf(SITE_WORDS[language]);
  expect(texts.length).toBeGreaterThan(45);
  expect(
    texts.filter((text) => text.trim() !== text || text === '' || /[<>"&]/.test(text)),
  ).toEqual([]);
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the words of %s are not those of English',
  (language) => {
    const english = textsOf(SITE_WORDS['en']);
    const same = textsOf(SITE_WORDS[language]).filter((text, index) => text === english[index]);
    // Some words are the same in two languages, such as Code.
    expect(same.length).toBeLessThan(16);
  },
);

test('Arabic runs from right to left, and all others from left to right', () => {
  for (const language of LANGUAGES)
    expect(SITE_WORDS[language].dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});

test('the guide lists every language', async () => {
  const guide = await readFile(new URL('../../../docs/themes.md', import.meta.url), 'utf8');
  const [, codes = ''] = guide.split('## Languages');
  for (const [code, name] of Object.entries(SITE_LANGUAGES))
    expect(codes).toContain(`| \`${code}\` | ${name}`);
});

function textsOf({ dir: _, sections, kindWords, ...words }: Words): string[] {
  const { portraitOf, visitProject, codeOf, enlarge, since, ...others } = words;
  const { pageNumber, byAuthor, table, inProjects, inPosts, minutesToRead, ...texts } = others;
  return [
    ...Object.values(sections),
    ...Object.values(kindWords).map((text) => (typeof text === 'string' ? text : text('Ada'))),
    ...[portraitOf, visitProject, codeOf, enlarge, since].map((text) => text('Ada')),
    ...[pageNumber, table, inProjects, inPosts, minutesToRead].map((text) => text(2)),
    byAuthor('Tidewatch', 'Ada'),
    ...Object.values(texts),
  ];
}
