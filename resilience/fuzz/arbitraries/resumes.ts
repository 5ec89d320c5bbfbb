import type { SiteLanguage } from '@vitrine/contract/options';
import type { Entry, EntryGroup, EntrySectionName, Resume, Section } from '@vitrine/resume/resume';
import { RESUME_WORDS } from '@vitrine/resume/words';
import fc, { type Arbitrary } from 'fast-check';

const ENGLISH =
  'Leads the team behind a data notebook, and halved the time that a change waits (two days).';
const WORDS = {
  english: ENGLISH.split(' '),
  other: [
    'Łódź',
    'Dvořák',
    'naïve',
    'œuvre',
    'İstanbul',
    'Ελλάδα',
    'Москва',
    '“C++”',
    'e\u0301t\u00e9',
    '100 %',
  ],
  arabic: 'قادت الفريق الذي يبني دفتر بيانات يفتحه كل صباح أربعة آلاف محلل'.split(' '),
  hebrew: 'הובילה את הצוות שבונה מחברת נתונים לאלפי אנליסטים'.split(' '),
  chinese: ['领导数据笔记本团队', '软件工程师', '北京'],
  japanese: ['データノートのチームを率いる', 'ソフトウェア', '東京'],
  korean: ['데이터', '노트북', '팀을', '이끌다'],
  emoji: ['🚀', '🎉', '👩‍💻', '🏳️‍🌈', '❤️', '👍🏽'],
  long: ['x'.repeat(300), 'Donaudampfschifffahrts'.repeat(14), 'ספר'.repeat(100), '数'.repeat(300)],
  unusual: [
    '\u{13000}',
    'a\u00adb',
    'a\u200bb',
    'tab\there',
    '\u202eabc\u202c',
    '\ufb01',
    '½',
    '¹',
    '#read("x")',
  ],
} as const;

const word = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...WORDS.english) },
  ...Object.entries(WORDS).map(([name, words]) => ({
    weight: name === 'long' || name === 'unusual' ? 1 : 3,
    arbitrary: fc.constantFrom<string>(...words),
  })),
);

/** A text in one script mostly, as people write. */
function textOf(minWords: number, maxWords: number) {
  const script = fc
    .constantFrom(WORDS.english, WORDS.arabic, WORDS.hebrew, WORDS.chinese, WORDS.emoji)
    .chain((words) =>
      fc.array(fc.constantFrom<string>(...words), {
        minLength: minWords,
        maxLength: maxWords,
        size: 'medium',
      }),
    );
  const mixed = fc.array(word, { minLength: minWords, maxLength: maxWords, size: 'medium' });
  const english = fc.array(fc.constantFrom(...WORDS.english), {
    minLength: minWords,
    maxLength: maxWords,
    size: 'medium',
  });
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: english }, script, mixed),
      fc.constantFrom(' ', ' ', ' ', '\n'),
    )
    .map(([words, gap]) => words.join(' ').replace('. ', `.${gap}`));
}

/** In letters. PDFium cannot tell the lines apart below large emoji alone. */
function nameOf(words: readonly string[]) {
  return fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
    .map((names) => names.join(' '));
}

const short = textOf(1, 6);
const maybe = <T>(arbitrary: Arbitrary<T>, otherwise: T) =>
  fc.oneof(arbitrary, fc.constant(otherwise));

const entry: Arbitrary<Entry> = fc.record({
  title: short,
  organization: maybe(short, ''),
  location: maybe(short, ''),
  url: fc.constantFrom('', 'https://example.com/a', 'javascript:alert(1)'),
  period: fc.constant(undefined),
  dates: fc.constantFrom('', '2019', '2019 – 2021', 'Mar 2021 – now', 'مارس 2021 – الآن'),
  text: maybe(textOf(0, 60), ''),
  highlights: maybe(fc.array(textOf(1, 25), { maxLength: 5 }), []),
  technologies: maybe(fc.array(short, { maxLength: 6 }), []),
});

const group: Arbitrary<EntryGroup> = fc.oneof(
  entry.map((one) => ({ dates: '', entries: [one] })),
  fc
    .tuple(short, fc.array(entry, { minLength: 2, maxLength: 4, size: 'max' }))
    .map(([organization, entries]) => ({
      dates: '2014 – now',
      entries: entries.map((one) => ({ ...one, organization })),
    })),
);

const items = fc.record({
  label: maybe(short, ''),
  items: fc.array(fc.record({ title: short, url: fc.constantFrom('', 'https://example.com') }), {
    minLength: 1,
    maxLength: 20,
  }),
});

function sectionsOf(language: SiteLanguage): Arbitrary<Section[]> {
  const { headings, levels } = RESUME_WORDS[language];
  const entries = (name: EntrySectionName, maxLength: number): Arbitrary<Section> =>
    fc
      .array(group, { minLength: 1, maxLength, size: 'max' })
      .map((groups) => ({ kind: 'entries', name, heading: headings[name], groups }));
  const itemsOf = (name: 'skills' | 'tools'): Arbitrary<Section> =>
    fc
      .array(items, { minLength: 1, maxLength: 4 })
      .map((groups) => ({ kind: 'items', name, heading: headings[name], groups }));
  const spoken = fc
    .tuple(short, fc.constantFrom(...Object.values(levels)))
    .map(([name, level]) => ({ title: `${name} (${level})`, spoken: { name, level } }));
  const languages: Arbitrary<Section> = fc
    .array(spoken, { minLength: 1, maxLength: 6 })
    .map((list) => ({
      ...{ kind: 'items', name: 'languages', heading: headings.languages },
      groups: [{ label: '', items: list }],
    }));
  const summary: Arbitrary<Section> = textOf(1, 80).map((text) => ({
    kind: 'text',
    name: 'summary',
    heading: headings.summary,
    text,
    paragraphs: [],
  }));
  const sections = [
    summary,
    fc.oneof(
      { weight: 4, arbitrary: entries('experience', 4) },
      { weight: 1, arbitrary: entries('experience', 14) },
    ),
    entries('projects', 4),
    entries('education', 3),
    entries('talks', 2),
    entries('volunteering', 2),
    itemsOf('skills'),
    itemsOf('tools'),
    languages,
  ];
  return fc.subarray(sections).chain((chosen) => fc.tuple(...chosen));
}

/** Records of up to 12 employers with 4 roles each, in all scripts that the fonts have. */
export const resumes: Arbitrary<Resume> = fc
  .constantFrom<SiteLanguage>('en', 'en', 'de', 'fr', 'ar')
  .chain((language) =>
    fc.record({
      language: fc.constant(language),
      title: fc.constant('Resume'),
      name: fc.oneof(
        ...[WORDS.english, WORDS.other, WORDS.arabic, WORDS.hebrew, WORDS.chinese].map(nameOf),
      ),
      headline: maybe(textOf(1, 8), ''),
      location: maybe(short, ''),
      photo: fc.constant(''),
      references: fc.constant([]),
      contacts: fc.subarray([
        { kind: 'email' as const, text: 'ada@example.com', url: 'mailto:ada@example.com' },
        { kind: 'phone' as const, text: '+44 20 7946 0018', url: 'tel:+442079460018' },
        {
          kind: 'website' as const,
          text: `example.com/${'long/'.repeat(20)}`,
          url: 'https://example.com',
        },
        { kind: 'GitHub' as const, text: 'github.com/ada', url: 'https://github.com/ada' },
      ]),
      sections: sectionsOf(language),
    }),
  );
