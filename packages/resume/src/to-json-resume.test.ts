import schema from '@jsonresume/schema/schema.json' with { type: 'json' };
import { TIMELINE_KINDS } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { resumeOf } from '@vitrine/testing/build-resume';
import {
  demoPortfolio,
  emptyPortfolio,
  hostilePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { Validator } from 'jsonschema';
import { describe, expect, test } from 'vitest';
import { buildResume } from './build-resume.ts';
import type { ResumeContent } from './resume-content.ts';
import { toJsonResume } from './to-json-resume.ts';

function exported(content: ResumeContent) {
  return JSON.parse(toJsonResume(resumeOf(content), 'https://ada.example'));
}

function errorsOf(json: object): string[] {
  return new Validator().validate(json, schema).errors.map(String);
}

/** The same role of every kind, so that each list of the schema has an entry. */
function everyKind(): ResumeContent {
  const [entry] = demoPortfolio().timeline;
  if (!entry) throw new Error('The demo has no timeline.');
  return {
    ...demoPortfolio(),
    publications: [],
    timeline: TIMELINE_KINDS.map((kind) => ({
      ...entry,
      kind,
      title: `Title of ${kind}`,
      organization: `Place of ${kind}`,
      description: `Text of ${kind}`,
      location: 'Turin',
      link: `https://example.com/${kind}`,
      highlights: ['One', 'Two'],
      timeline: { from: 1840, to: 1842, fromMonth: 9, toMonth: null },
    })),
  };
}

describe('JSON Resume', () => {
  test.each([
    ['the demo', demoPortfolio()],
    ['an empty portfolio', emptyPortfolio()],
    ['the longest values', longestPortfolio()],
    ['hostile values', hostilePortfolio()],
    ['every kind of entry', everyKind()],
  ])('is valid against the schema for %s', (_, content) => {
    expect(errorsOf(exported(content))).toEqual([]);
  });

  test('rejects a wrong document in these tests', () => {
    expect(errorsOf({ basics: { url: 'not a link' } })).not.toEqual([]);
  });

  test('has the contact details, the summary and the profiles', () => {
    const { basics } = exported({
      ...demoPortfolio(),
      profile: {
        ...demoPortfolio().profile,
        ...{ fullName: 'Ada Lovelace', headline: 'Analyst', location: 'London, UK' },
        ...{ email: 'ada@example.com', phone: '+44 20 7946 0000', aboutMe: 'I write notes.' },
        ...{ portfolioURL: '', githubURL: 'https://github.com/ada/', linkedInURL: '' },
        links: [
          { url: 'https://github.com/ada', label: 'Twice' },
          { url: 'https://social.example.org/@ada', label: 'Mastodon' },
          { url: 'javascript:alert(1)', label: 'Unsafe' },
        ],
      },
    });
    expect(basics).toEqual({
      name: 'Ada Lovelace',
      label: 'Analyst',
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      url: 'https://ada.example',
      summary: 'I write notes.',
      location: { city: 'London, UK' },
      profiles: [
        { network: 'GitHub', username: 'ada', url: 'https://github.com/ada/' },
        { network: 'Mastodon', username: '@ada', url: 'https://social.example.org/@ada' },
      ],
    });
  });

  test('has a complete address of the photo', () => {
    const resume = { ...resumeOf(emptyPortfolio()), photo: '/media/a.webp' };
    const { basics } = JSON.parse(toJsonResume(resume, 'https://ada.example'));
    expect(basics.image).toBe('https://ada.example/media/a.webp');
  });

  test('has all of an entry, in the list of its kind', () => {
    const json = exported(everyKind());
    const rest = { location: 'Turin', highlights: ['One', 'Two'] };
    const dates = { startDate: '1840-09', endDate: '1842' };
    expect(json.work).toEqual([
      {
        name: 'Place of work',
        position: 'Title of work',
        ...dates,
        url: 'https://example.com/work',
        summary: 'Text of work',
        ...rest,
      },
      {
        name: 'Place of other',
        position: 'Title of other',
        ...dates,
        url: 'https://example.com/other',
        summary: 'Text of other',
        ...rest,
        kind: 'other',
      },
    ]);
    expect(json.education).toMatchObject([
      { institution: 'Place of education', studyType: 'Title of education', ...dates, ...rest },
    ]);
    expect(json.volunteer).toMatchObject([{ organization: 'Place of volunteering', ...dates }]);
    expect(json.awards).toMatchObject([
      { title: 'Title of award', awarder: 'Place of award', date: '1840-09', endDate: '1842' },
    ]);
    expect(json.certificates).toMatchObject([{ issuer: 'Place of certificate', date: '1840-09' }]);
    expect(json.publications).toMatchObject([
      { name: 'Title of publication', releaseDate: '1840-09', kind: 'timeline' },
      { name: 'Title of talk', releaseDate: '1840-09', kind: 'talk' },
    ]);
  });

  test('has all of a publication, beside what the schema names', () => {
    const [first] = demoPortfolio().publications;
    if (!first) throw new Error('The demo has no publications.');
    const { _id, title, publishedOn, abstract, ...citation } = first;
    const { publications } = exported({ ...emptyPortfolio(), publications: [first] });
    const filled = Object.entries(citation).filter(([, value]) => value.length > 0);
    expect(publications).toEqual([
      {
        name: title,
        publisher: 'Proceedings of the Conference on Human Factors',
        releaseDate: publishedOn,
        url: 'https://doi.org/10.5555/chf.2026.1',
        summary: abstract,
        citation: Object.fromEntries(filled),
      },
    ]);
  });

  test('has the testimonials that the site shows as references', () => {
    const [project] = demoPortfolio().projects;
    const [first] = demoPortfolio().testimonials;
    if (!project || !first) throw new Error('The demo has no testimonials.');
    const words = (name: string, onHome: boolean, projects: string[]) => ({
      ...first,
      name,
      quote: `Words of ${name}`,
      onHome,
      projects,
    });
    const content = {
      ...emptyPortfolio(),
      projects: [project],
      testimonials: [
        words('Home', true, []),
        words('Project', false, [project._id]),
        words('Draft', false, [first._id]),
        words('Nowhere', false, []),
      ],
    };
    expect(exported(content).references).toEqual([
      { name: 'Home', reference: 'Words of Home' },
      { name: 'Project', reference: 'Words of Project' },
    ]);
    const options = { language: 'en', siteUrl: undefined } as const;
    const withoutSite = buildResume(content, DEFAULT_RESUME_SETTINGS, options);
    expect(withoutSite.references).toEqual([]);
  });

  test('tells an ongoing certificate from one with a date', () => {
    const { timeline, ...rest } = everyKind();
    const entry = timeline.find(({ kind }) => kind === 'certificate');
    if (!entry) throw new Error('There is no certificate.');
    const year = { from: 2024, fromMonth: null, toMonth: null };
    const { certificates } = exported({
      ...rest,
      timeline: [
        { ...entry, timeline: { ...year, to: null } },
        { ...entry, timeline: { ...year, to: 2024 } },
      ],
    });
    expect(certificates[0]).toMatchObject({ date: '2024', isOngoing: true });
    expect(certificates[1]).toMatchObject({ date: '2024' });
    expect(certificates[1]).not.toHaveProperty('isOngoing');
    expect(certificates[1]).not.toHaveProperty('endDate');
  });

  test('has all of a project, and its repository beside its link', () => {
    const [project] = demoPortfolio().projects;
    if (!project) throw new Error('The demo has no project.');
    const { projects } = exported({
      ...demoPortfolio(),
      projects: [
        {
          ...project,
          ...{ title: 'Tidewatch', summary: 'Tides.', description: 'All about tides.' },
          ...{ projectLink: 'https://tide.example', gitRepoLink: 'https://git.example/tide' },
          ...{ technologies: 'TypeScript, Go', role: 'Author', startedOn: '2024', endedOn: '' },
          ...{ stack: 'Mern', deployed: 'No' },
          links: [
            { url: 'https://paper.example/tidé', label: 'Paper' },
            { url: 'javascript:alert(1)', label: 'Unsafe' },
          ],
        },
      ],
    });
    expect(projects).toEqual([
      {
        name: 'Tidewatch',
        description: 'All about tides.',
        summary: 'Tides.',
        startDate: '2024',
        url: 'https://tide.example',
        keywords: ['TypeScript', 'Go'],
        roles: ['Author'],
        repository: 'https://git.example/tide',
        stack: 'Mern',
        deployed: 'No',
        links: [{ label: 'Paper', url: 'https://paper.example/tid%C3%A9' }],
      },
    ]);
  });

  test('has skills with their proficiency and category, and marks tools', () => {
    const svg = { url: '' };
    const { skills } = exported({
      ...emptyPortfolio(),
      skills: [
        { _id: 'a', title: 'Go', proficiency: 0, category: '', svg, icon: '' },
        { _id: 'b', title: 'French', proficiency: 90, category: 'Languages', svg, icon: '' },
      ],
      softwareApplications: [{ _id: 'c', name: 'Vim', link: 'https://vim.org', svg, icon: '' }],
    });
    expect(skills).toEqual([
      { name: 'Go', proficiency: 0 },
      { name: 'French', proficiency: 90, category: 'Languages' },
      { name: 'Vim', kind: 'tool', url: 'https://vim.org' },
    ]);
  });

  test('writes links with other letters in ASCII, as the schema demands', () => {
    const { basics } = exported({
      ...emptyPortfolio(),
      profile: { ...emptyPortfolio().profile, portfolioURL: 'https://münchen.example/über' },
    });
    expect(basics.url).toBe('https://xn--mnchen-3ya.example/%C3%BCber');
  });

  test('has no unsafe link', () => {
    expect(JSON.stringify(exported(hostilePortfolio()))).not.toMatch(/"javascript:/);
  });

  test('is the same text for the same content', () => {
    const [one, two] = [1, 2].map(() => toJsonResume(resumeOf(demoPortfolio()), 'https://a.test'));
    expect(one).toBe(two);
  });
});
