import {
  SITE_LANGUAGES,
  SITE_SECTION_NAMES,
  type SiteLanguage,
  THEMES,
  type Theme,
} from '@vitrine/contract/options';
import { formatPeriod } from '@vitrine/resume/period';
import { render } from '@vitrine/testing/render-site';
import { demoPortfolio, groupsOf, largePortfolio } from '@vitrine/testing/site-portfolios';
import { describe, expect, test } from 'vitest';
import { SITE_WORDS } from './words.ts';

describe('the links of the profile', () => {
  const home = (links: readonly { url: string; label: string }[]) => {
    const { profile, ...others } = demoPortfolio();
    return render({ ...others, profile: { ...profile, links: [...links] } }, '/').body;
  };
  const url = 'https://github.com/ada-example/';

  test.each(THEMES)('are in %s with their labels, and lead to the owner', (theme) => {
    const { body } = render(demoPortfolio(), '/', { theme });
    expect(body).toMatch(
      /<a rel="me" class="u-url" href="https:\/\/mastodon\.social\/@ada_example">Mastodon<\/a>/,
    );
  });

  test('are shown once, and only if they are safe', () => {
    const body = home([
      { url, label: 'Twice' },
      { url: 'mailto:ada@example.com', label: 'Twice' },
      { url: 'javascript:alert(1)', label: 'Unsafe' },
    ]);
    expect(body).not.toMatch(/Twice|Unsafe|javascript:/);
  });
});

describe('the links of a project', () => {
  const pageWith = (links: readonly { url: string; label: string }[], theme: Theme = 'paper') => {
    const { projects, ...others } = demoPortfolio();
    const changed = projects.map((project) => ({ ...project, links: [...links] }));
    return render({ ...others, projects: changed }, '/projects/tidewatch', { theme }).body;
  };

  test.each(THEMES)('follow its two others in %s, in the order of the owner', (theme) => {
    const links = [
      { url: 'https://archive.example.org/scan', label: 'Read the scan' },
      { url: 'https://doi.org/10.5555/1', label: 'Paper' },
    ];
    expect(pageWith(links, theme)).toContain(
      'Source code</a></li><li><a href="https://archive.example.org/scan">Read the scan</a></li><li><a href="https://doi.org/10.5555/1">Paper</a></li></ul>',
    );
  });

  test('are shown once, and only if they are safe', () => {
    const body = pageWith([
      { url: 'https://www.tidewatch.example.com/', label: 'Twice' },
      { url: 'javascript:alert(1)', label: 'Unsafe' },
    ]);
    expect(body).not.toMatch(/Twice|Unsafe|javascript:/);
  });
});

test('the numbers of projects continue on the next page', () => {
  const portfolio = largePortfolio(30);
  expect(render(portfolio, '/projects').body).toContain('<ol class="projects">');
  expect(render(portfolio, '/projects/page/2').body).toContain('<ol class="projects" start="25">');
});

test('a project leads back to the work on the home page, under the heading of the owner', () => {
  const sections = sectionsWith({ heading: 'Selected pieces' });
  const { body } = render(demoPortfolio(), '/projects/tidewatch', { sections });
  expect(body).toContain('<p class="back"><a href="/#work">Selected pieces</a></p>');
});

test('a project leads back to all projects if the owner hides the work', () => {
  const sections = sectionsWith({ shown: false });
  const { body } = render(demoPortfolio(), '/projects/tidewatch', { sections });
  expect(body).toContain('<p class="back"><a href="/projects">Projects</a></p>');
});

test('highlights that are the sentences of a text end without a period', () => {
  const { body } = render(demoPortfolio(), '/projects/tidewatch');
  expect(body).toContain('<li>Works offline for three days</li></ul>');
});

test('languages are named with their levels, as the language of the site joins names', () => {
  const speaks = (language: SiteLanguage) =>
    /<li class="speaks">(.*?)<\/li>/.exec(render(demoPortfolio(), '/', { language }).body)?.[1];
  expect(speaks('en')).toBe('English, French (C1), Italian (B2), German (A2)');
  expect(speaks('ar')).toBe('English، وFrench (C1)، وItalian (B2)، وGerman (A2)');
});

test.each(THEMES)(
  'a page of %s shows headline, place and pronouns only if they are set',
  (theme) => {
    const { profile, ...rest } = demoPortfolio();
    for (const headline of ['', 'Designer, writer'])
      for (const location of ['', 'Bath, England'])
        for (const pronouns of ['', 'they/them']) {
          const who = { headline, location, pronouns, languages: [] };
          const changed = { ...rest, profile: { ...profile, ...who } };
          const basics = [
            location && `<li class="p-locality">${location}</li>`,
            pronouns && `<li class="p-pronouns">${pronouns}</li>`,
          ].join('');
          const expected = [
            headline && `<p class="headline p-job-title">${headline}</p>`,
            basics && `<ul class="basics">${basics}</ul>`,
          ].join('');
          const home = render(changed, '/', { theme }).body;
          expect(home).toContain(`</h1>${expected}<div class="about`);
          const resume = render(changed, '/resume', { theme }).body;
          expect(resume.includes('class="headline')).toBe(headline !== '');
          expect(resume.includes('class="basics"')).toBe(location !== '');
        }
  },
);

test('the page after sending a message leads home and needs no script', () => {
  const { body } = render(demoPortfolio(), '/contact/sent');
  expect(body).toContain('<a class="primary" href="/">Home</a>');
  expect(body).not.toContain('type="module"');
});

describe('the years of a project', () => {
  const languages = Object.keys(SITE_LANGUAGES) as SiteLanguage[];
  const cases: [startedOn: string, endedOn: string, years: (language: SiteLanguage) => string][] = [
    ['2023-04', '2024-09', () => '2023–2024'],
    ['2023', '2024', () => '2023–2024'],
    ['2024-01', '2024-11', () => '2024'],
    ['', '2024-09', () => '2024'],
    ['2023-04', '', (language) => SITE_WORDS[language].since('2023')],
  ];

  test.each(THEMES.flatMap((theme) => languages.map((language) => [theme, language] as const)))(
    'are a range in lists, and its page has the months, in %s and %s',
    (theme, language) => {
      for (const [startedOn, endedOn, years] of cases) {
        const [project, ...others] = demoPortfolio().projects;
        if (!project) throw new Error('The demo has no project.');
        const portfolio = {
          ...demoPortfolio(),
          projects: [{ ...project, startedOn, endedOn }, ...others],
        };
        const design = { theme, language };
        for (const path of ['/', '/projects'])
          expect(
            /<span class="year">(.+?)<\/span>/.exec(render(portfolio, path, design).body)?.[1],
          ).toBe(years(language));
        const { body } = render(portfolio, `/projects/${project.slug}`, design);
        const shown = /<dl class="facts"><div><dt>.+?<\/dt><dd>(.+?)<\/dd>/.exec(body)?.[1];
        const period = { from: startedOn || endedOn, to: endedOn || undefined };
        expect(shown?.replaceAll(/<[^>]+>/g, '')).toBe(formatPeriod(period, language));
      }
    },
  );
});

describe('a list of skills', () => {
  const { projects, ...rest } = demoPortfolio();
  const [project] = projects;
  if (!project) throw new Error('The demo has no project.');
  const used = (technologies: string, startedOn: string) => ({
    ...{ ...project, technologies, startedOn, endedOn: '', slug: `p${startedOn}` },
  });
  const skill = (title: string, category = '') => ({
    ...{ _id: title, title, category, proficiency: 50, icon: '', svg: { url: '' } },
  });
  const home = (skills: ReturnType<typeof skill>[], skillStyle: 'list' | 'bars' = 'list') => {
    const portfolio = {
      ...{ ...rest, skills },
      projects: [used('React, Go', '2019-04'), used('ReactJS', '2017')],
    };
    return render(portfolio, '/', { skillStyle }).body;
  };

  test('groups them by category, without scores', () => {
    const body = home([skill('Figma'), skill('React', 'Frameworks'), skill('Vue', 'Frameworks')]);
    expect([...body.matchAll(/<dt>(.+?)<\/dt>/g)].map(([, name]) => name)).toEqual([
      'Frameworks',
      'Other',
    ]);
    expect(body).not.toMatch(/<progress|class="value"/);
    expect(home([skill('Figma')])).toContain('<dt hidden="">');
    expect(home([skill('Figma')], 'bars')).toContain('<progress');
  });

  test('counts posts by their tags', () => {
    const [post] = rest.posts;
    if (!post) throw new Error('The demo has no post.');
    const writing = (...tags: string[]) => ({ ...post, tags, date: '2015-02-03' });
    const skills = [skill('React'), skill('Type design'), skill('Figma')];
    const posts = [writing('react', 'type-design'), { ...writing('Type design'), slug: 'other' }];
    const portfolio = { ...rest, projects: [used('React', '2017')], skills, posts };
    const { body } = render(portfolio, '/', { skillStyle: 'list' });
    expect(body).toContain('aria-label="React: in 1 project, in 1 post, since 2015"');
    expect(body).toContain('<a href="/writing" aria-label="Type design: in 2 posts, since 2015">');
    const one = render({ ...portfolio, posts: posts.slice(1) }, '/', { skillStyle: 'list' }).body;
    expect(one).toContain(
      '<a href="/writing/other" aria-label="Type design: in 1 post, since 2015">',
    );
  });

  test('says where each was used, with a link', () => {
    const body = home([skill('React.JS'), skill('Go'), skill('Figma'), skill('PostgreSQL')]);
    expect(body).toContain(
      '<a href="/projects" aria-label="React.JS: in 2 projects, since 2017">in 2 projects, since 2017</a>',
    );
    expect(body).toContain(
      '<a href="/projects/p2019-04" aria-label="Go: in 1 project, since 2019">',
    );
    expect(body).toContain('<a href="/#path" aria-label="PostgreSQL: since 2023">since 2023</a>');
    expect(body).toContain('<span class="name">Figma</span> </dd>');
  });
});

test('the timeline is called Experience if it lists work', () => {
  const { timeline, ...rest } = demoPortfolio();
  const heading = (entries: typeof timeline, language: SiteLanguage = 'en') =>
    /<h2 id="path-title">(.+?)</.exec(
      render({ ...rest, timeline: entries, timelineGroups: groupsOf(entries) }, '/', { language })
        .body,
    )?.[1];
  expect(heading(timeline)).toBe('Experience');
  expect(heading(timeline, 'de')).toBe('Berufserfahrung');
  expect(heading(timeline.filter(({ kind }) => kind !== 'work'))).toBe('Path');
});

describe('About Me', () => {
  const portfolio = {
    ...demoPortfolio(),
    profile: {
      ...demoPortfolio().profile,
      headline: '',
      location: '',
      aboutMe:
        'I build **ferries** for [the *coast*](https://coast.example). [No](javascript:alert(1))',
    },
  };
  const HTML =
    '<p>I build <strong>ferries</strong> for <a href="https://coast.example">the </a><a href="https://coast.example"><em>coast</em></a>. No</p>';

  test.each(THEMES)('shows emphasis and links on the home page and the resume, in %s', (theme) => {
    for (const path of ['/', '/resume'])
      expect(render(portfolio, path, { theme }).body).toContain(HTML);
  });

  test('is plain text in descriptions and for other programs', () => {
    expect(render(portfolio, '/').body).toContain(
      '<meta name="description" content="I build ferries for the coast. No"',
    );
    for (const path of ['/', '/resume', '/llms.txt', '/feed.xml', '/feed.json', '/card.vcf'])
      expect(render(portfolio, path).body).not.toContain('**');
  });
});

function sectionsWith(work: { readonly shown?: boolean; readonly heading?: string }) {
  return SITE_SECTION_NAMES.map((name) => ({
    ...{ name, shown: true, heading: '' },
    ...(name === 'work' && work),
  }));
}
