import { SITE_LANGUAGES, type SiteLanguage } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS, type ResumeSettings } from '@vitrine/contract/resume';
import { ALL_SECTIONS } from '@vitrine/testing/build-resume';
import { demoPortfolio, emptyPortfolio } from '@vitrine/testing/site-portfolios';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { buildResume } from './build-resume.ts';
import { listChoices } from './list-choices.ts';
import type { Resume } from './resume.ts';
import type { ResumeContent } from './resume-content.ts';
import { toDocx } from './to-docx.ts';
import { toJsonResume } from './to-json-resume.ts';
import { toText } from './to-text.ts';
import { RESUME_WORDS } from './words.ts';

type SectionSettings = ResumeSettings['sections'][number];

/** The demo's resume with other settings for one section. */
function settingsWith(name: SectionSettings['name'], changes: Partial<SectionSettings>) {
  const sections = DEFAULT_RESUME_SETTINGS.sections.map((section) =>
    section.name === name ? { ...section, ...changes } : section,
  );
  return { ...DEFAULT_RESUME_SETTINGS, sections };
}

function build(
  settings: ResumeSettings = DEFAULT_RESUME_SETTINGS,
  content: ResumeContent = demoPortfolio(),
  language: SiteLanguage = 'en',
): Resume {
  return buildResume(content, settings, { language, siteUrl: 'https://site.example' });
}

function namesOf({ sections }: Resume): string[] {
  return sections.map(({ name }) => name);
}

/** The titles of the entries or items in a section. */
function titlesIn(resume: Resume, name: SectionSettings['name']): string[] {
  const section = resume.sections.find((one) => one.name === name);
  if (section?.kind === 'entries')
    return section.groups.flatMap(({ entries }) => entries.map(({ title }) => title));
  if (section?.kind === 'items')
    return section.groups.flatMap(({ items }) => items.map(({ title }) => title));
  return [];
}

describe('sections', () => {
  const ALL =
    'summary experience projects education awards publications talks skills languages'.split(' ');

  test('are in the usual order, without empty ones and without tools', () => {
    expect(namesOf(build())).toEqual(ALL);
    expect(namesOf(build(undefined, emptyPortfolio()))).toEqual([]);
  });

  test('follow the order of the settings, and can be hidden', () => {
    const { sections } = settingsWith('summary', { shown: false });
    const settings = { ...DEFAULT_RESUME_SETTINGS, sections: sections.toReversed() };
    expect(namesOf(build(settings))).toEqual(ALL.slice(1).toReversed());
  });
});

describe('choices', () => {
  const { projects, timeline } = demoPortfolio();

  test('projects are the featured ones by default, at most four', () => {
    const featured = projects.filter((project) => project.featured).slice(0, 4);
    expect(titlesIn(build(), 'projects')).toEqual(featured.map(({ title }) => title));
  });

  test('projects are the first four if none is featured', () => {
    const content = {
      ...demoPortfolio(),
      projects: projects.map((project) => ({ ...project, featured: false })),
    };
    const first = projects.slice(0, 4).map(({ title }) => title);
    expect(titlesIn(build(undefined, content), 'projects')).toEqual(first);
  });

  test('a project can be added and another one taken off, in the owner’s order', () => {
    const added = projects.find(
      (project) => !titlesIn(build(), 'projects').includes(project.title),
    );
    const [removed] = projects.filter(({ featured }) => featured);
    if (!added || !removed) throw new Error('The demo has too few projects.');
    const settings = settingsWith('projects', { included: [added._id], excluded: [removed._id] });
    const titles = titlesIn(build(settings), 'projects');
    expect(titles).toContain(added.title);
    expect(titles).not.toContain(removed.title);
    const order = projects.map(({ title }) => title).filter((title) => titles.includes(title));
    expect(titles).toEqual(order);
  });

  test('a role can be taken off, and a new one is on the resume', () => {
    const [role, ...others] = timeline;
    if (!role) throw new Error('The demo has no timeline.');
    const settings = settingsWith('experience', { excluded: [role._id] });
    expect(titlesIn(build(settings), 'experience')).not.toContain(role.title);
    const content = {
      ...demoPortfolio(),
      timeline: [
        { ...role, _id: '00000000-0000-4000-8000-00000000aaaa', title: 'New role' },
        ...others,
      ],
    };
    expect(titlesIn(build(settings, content), 'experience')).toContain('New role');
  });

  test('are listed with what is on the resume by default', () => {
    const choices = listChoices(demoPortfolio(), DEFAULT_RESUME_SETTINGS, 'en');
    const names = choices.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['tools', 'languages']);
    const silent = { ...demoPortfolio(), profile: { ...demoPortfolio().profile, languages: [] } };
    const others = listChoices(silent, DEFAULT_RESUME_SETTINGS, 'en').map(({ name }) => name);
    expect(others).toEqual(names.slice(0, -1));
    const [experience] = choices.filter(({ name }) => name === 'experience');
    expect(experience?.groups[0]).toMatchObject({
      label: 'Analytical Company',
      entries: [{ title: 'Principal engineer', dates: 'Mar 2023 – now', isDefault: true }, {}],
    });
    const isDefault = choices
      .filter(({ name }) => name === 'projects')
      .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries))
      .filter((entry) => entry.isDefault);
    expect(isDefault.map(({ title }) => title)).toEqual(titlesIn(build(), 'projects'));
  });
});

describe('publications', () => {
  const [first, ...others] = demoPortfolio().publications;
  if (!first) throw new Error('The demo has no publications.');

  const entriesIn = (resume: Resume) =>
    resume.sections
      .filter((section) => section.kind === 'entries')
      .filter(({ name }) => name === 'publications')
      .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));

  test('have their authors with the owner marked, their venue and a link', () => {
    expect(entriesIn(build())[0]).toMatchObject({
      title: 'Tables that people read to the end',
      url: 'https://doi.org/10.5555/chf.2026.1',
      dates: 'Apr 2026',
      citation: [
        { text: 'A. Lovelace', isStrong: true },
        { text: ', ', isStrong: false },
        { text: 'K. Johnson', isStrong: false },
        { text: ', ' },
        { text: 'M. Hamilton' },
        { text: '. ' },
        { text: 'Proceedings of the Conference on Human Factors', isEmphasis: true },
        { text: ', 1–14', isEmphasis: false },
        { text: '. ' },
        { text: 'Best paper' },
      ],
    });
    const lines = toText(build(), 'classic').split('\n');
    expect(lines).toContain('H. Marsh, A. Lovelace. Coastal Computing Letters 3, 8–11');
  });

  test('can be taken off, as they are listed', () => {
    const choices = listChoices(demoPortfolio(), DEFAULT_RESUME_SETTINGS, 'en');
    const listed = choices
      .filter(({ name }) => name === 'publications')
      .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));
    expect(listed).toHaveLength(others.length + 1);
    expect(listed[0]).toMatchObject({ _id: first._id, dates: 'Apr 2026', isDefault: true });
    const settings = settingsWith('publications', { excluded: [first._id] });
    expect(titlesIn(build(settings), 'publications')).toEqual(others.map(({ title }) => title));
  });

  test('are among the entries of the timeline of that kind, newest first', () => {
    const [entry] = demoPortfolio().timeline;
    if (!entry) throw new Error('The demo has no timeline.');
    const year = { from: 2025, to: 2025, fromMonth: null, toMonth: null };
    const content = {
      ...demoPortfolio(),
      timeline: [{ ...entry, kind: 'publication' as const, title: 'Entry', timeline: year }],
    };
    const titles = titlesIn(build(undefined, content), 'publications');
    expect(titles.slice(0, 2)).toEqual([first.title, 'Entry']);
  });

  test('with many authors name the first ones and the owner', () => {
    const crowd = Array.from({ length: 40 }, (_, index) => `Author ${index}`);
    const authorsOf = (authors: string[]) => {
      const content = {
        ...demoPortfolio(),
        publications: [{ ...first, authors, venue: '', note: '' }],
      };
      const [entry] = entriesIn(build(undefined, content));
      return (entry?.citation ?? []).map(({ text }) => text).join('');
    };
    expect(authorsOf([...crowd, 'Lovelace, Ada'])).toMatch(
      /^Author 0, .*Author 9, …, A. Lovelace$/,
    );
    expect(authorsOf(['Lovelace, Ada', ...crowd])).toMatch(/^A. Lovelace, .*Author 8, …$/);
    expect(authorsOf(crowd.slice(0, 12))).toMatch(/Author 10, Author 11$/);
  });
});

describe('roles', () => {
  test('at one employer are grouped, with the time from the first to the last', () => {
    const experience = build().sections.find(({ name }) => name === 'experience');
    if (experience?.kind !== 'entries') throw new Error('The demo has no experience.');
    expect(
      experience.groups.map(({ dates, entries }) => [dates, entries.map(({ title }) => title)]),
    ).toEqual([
      ['Feb 2021 – now', ['Principal engineer', 'Senior engineer']],
      ['Sep 2017 – Jan 2021', ['Design system lead', 'Design engineer']],
      ['', ['Front-end developer']],
    ]);
  });
});

describe('contact details', () => {
  const content = {
    ...emptyPortfolio(),
    profile: {
      ...emptyPortfolio().profile,
      ...{ email: 'ada@example.com', phone: '+44 (0)20 7946 0018' },
      ...{ githubURL: 'https://www.github.com/ada/', linkedInURL: 'javascript:alert(1)' },
    },
  };

  test('are read without their scheme, and an unsafe link is left out', () => {
    expect(build(undefined, content).contacts).toEqual([
      { kind: 'email', text: 'ada@example.com', url: 'mailto:ada@example.com' },
      { kind: 'phone', text: '+44 (0)20 7946 0018', url: 'tel:+4402079460018' },
      { kind: 'website', text: 'site.example', url: 'https://site.example' },
      { kind: 'GitHub', text: 'github.com/ada', url: 'https://www.github.com/ada/' },
    ]);
  });

  test('leave out the email address and the phone number if the owner turns them off', () => {
    const { contacts } = build({ ...DEFAULT_RESUME_SETTINGS, contact: false }, content);
    expect(contacts.map(({ kind }) => kind)).toEqual(['website', 'GitHub']);
  });

  test('have the photo if the owner turns it on', () => {
    expect(build().photo).toBe('');
    const { photo } = build({ ...DEFAULT_RESUME_SETTINGS, photo: true });
    expect(photo).toBe(demoPortfolio().profile.avatar.url);
  });
});

describe('languages', () => {
  test.each([
    ['2023-04', '2024-09', 'Apr 2023 – Sep 2024'],
    ['2023', '2024', '2023 – 2024'],
    ['2024', '2024', '2024'],
    ['', '2024-09', 'Sep 2024'],
    ['2023-04', '', 'Apr 2023 – now'],
    ['', '', ''],
  ])('the dates of a project from %o to %o are %o', (startedOn, endedOn, dates) => {
    const [project] = demoPortfolio().projects;
    if (!project) throw new Error('The demo has no project.');
    const content = { ...demoPortfolio(), projects: [{ ...project, startedOn, endedOn }] };
    const section = build(ALL_SECTIONS, content).sections.find(({ name }) => name === 'projects');
    expect(section).toMatchObject({ groups: [{ entries: [{ dates }] }] });
  });

  test('the headings, the dates and the title are in the language of the site', () => {
    const { title, sections } = build(undefined, undefined, 'de');
    expect(title).toBe('Lebenslauf von Ada Lovelace');
    expect(sections.map(({ heading }) => heading).slice(0, 3)).toEqual([
      'Profil',
      'Berufserfahrung',
      'Projekte',
    ]);
    const [, experience] = sections;
    const dates = experience?.kind === 'entries' ? experience.groups[0]?.dates : '';
    expect(dates).toBe('Feb. 2021 – heute');
  });

  test.each(Object.keys(SITE_LANGUAGES) as SiteLanguage[])(
    '%s has every heading and level',
    (language) => {
      const { headings, levels, now, title } = RESUME_WORDS[language];
      const texts = [...Object.values(headings), ...Object.values(levels), now, title('Ada')];
      expect(
        texts.filter((text) => text.trim() !== text || text === '' || /[<>"&]/.test(text)),
      ).toEqual([]);
      expect(new Set(Object.values(headings)).size).toBe(Object.keys(headings).length);
      const codes = Object.keys(levels).filter((level) => level !== 'native');
      expect(
        Object.values(levels)
          .slice(1)
          .map((words) => words.split(' ')[0]),
      ).toEqual(codes);
    },
  );
});

describe('emphasis and links of About Me', () => {
  const content = {
    ...demoPortfolio(),
    profile: {
      ...demoPortfolio().profile,
      aboutMe: 'I build **ferries** for [the coast](https://coast.example).\n\n*Slowly*.',
    },
  };
  const text = 'I build ferries for the coast.\n\nSlowly.';

  test('are read as text in the formats that are text', () => {
    const resume = build(ALL_SECTIONS, content);
    expect(toText(resume, 'classic')).toContain('I build ferries for the coast.');
    expect(toText(resume, 'classic')).not.toContain('*');
    expect(JSON.parse(toJsonResume(resume, 'https://ada.example'))).toMatchObject({
      basics: { summary: text },
    });
  });

  test('are shown in Word', async () => {
    const look = { template: 'classic', paper: 'a4', accent: '#0b6e63' } as const;
    const files = unzipSync(await toDocx(build(ALL_SECTIONS, content), look));
    const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(xml).toMatch(/<w:b\/>.{0,80}<w:t [^>]*>ferries</s);
    expect(xml).toMatch(/<w:i\/>.{0,80}<w:t [^>]*>Slowly</s);
    expect(xml).toMatch(/<w:hyperlink [^>]*>.{0,300}the coast</s);
    expect(xml).not.toContain('**');
  });
});
