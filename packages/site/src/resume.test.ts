import type { ResumeFormat } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS, type ResumeSettings } from '@vitrine/contract/resume';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { DEFAULT_VIEW } from '@vitrine/contract/view';
import { render } from '@vitrine/testing/render-site';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import { describe, expect, test } from 'vitest';
import { applyView } from './apply-view.ts';
import { publishedFormats } from './resume.ts';
import type { SitePortfolio } from './site.ts';

function demoWith(changes: Partial<ResumeSettings>): SitePortfolio {
  return { ...demoPortfolio(), resumeSettings: { ...DEFAULT_RESUME_SETTINGS, ...changes } };
}

function publish(...formats: ResumeFormat[]): ResumeSettings['published'] {
  const published = { ...DEFAULT_RESUME_SETTINGS.published };
  for (const format of formats) published[format] = true;
  return published;
}

const pageOf = (portfolio: SitePortfolio) => render(portfolio, '/resume').body;
const headingsIn = (page: string, level: number) =>
  [...page.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/<[^>]+>/g, ''),
  );

describe('the resume page', () => {
  test('has the sections and the headings of every other format', () => {
    expect(headingsIn(pageOf(demoPortfolio()), 2)).toEqual([
      'Summary',
      'Experience',
      'Projects',
      'Education',
      'Awards',
      'Publications',
      'Talks',
      'Skills',
      'Languages',
    ]);
    const { sections } = DEFAULT_RESUME_SETTINGS;
    const reversed = pageOf(demoWith({ sections: sections.toReversed() }));
    expect(headingsIn(reversed, 2)[0]).toBe('Languages');
    const { body } = render(demoPortfolio(), '/resume', { language: 'de' });
    expect(headingsIn(body, 2)[1]).toBe('Berufserfahrung');
  });

  test('has the roles at one employer below its name', () => {
    const page = pageOf(demoPortfolio());
    expect(headingsIn(page, 3)[0]).toBe('Analytical Company, London');
    expect(headingsIn(page, 4).slice(0, 2)).toEqual(['Principal engineer', 'Senior engineer']);
  });

  test('leaves out what the owner takes off the resume', () => {
    const { timeline, publications } = demoPortfolio();
    const excluded = [...timeline, ...publications].map(({ _id }) => _id);
    const sections = DEFAULT_RESUME_SETTINGS.sections.map((section) => ({ ...section, excluded }));
    expect(headingsIn(pageOf(demoWith({ sections })), 2)).toEqual([
      'Summary',
      'Projects',
      'Skills',
      'Languages',
    ]);
  });

  test('has the languages with the words of the site', () => {
    const { body } = render(demoPortfolio(), '/resume', { language: 'de' });
    expect(body).toContain(
      '<ul class="spoken"><li><b>English</b> Muttersprache</li><li><b>French</b> C1 Fließend</li>',
    );
  });

  test('has no email address and no phone number if the owner turns them off', () => {
    const page = pageOf(demoWith({ contact: false }));
    const [article = ''] = /<article class="resume">.*<\/article>/s.exec(page) ?? [];
    expect(article).not.toMatch(/mailto:|tel:/);
    expect(pageOf(demoPortfolio())).toContain('mailto:ada@example.com');
  });
});

describe('the files of the resume', () => {
  test('the page offers the uploaded file, and the address of the PDF leads to it', () => {
    const portfolio = demoWith({ published: publish('pdf', 'txt') });
    const page = pageOf(portfolio);
    expect(page).toContain('href="/resume.txt"');
    expect(page).toContain(`href="${portfolio.profile.resume.viewUrl}"`);
    expect(publishedFormats(portfolio)).toEqual(['txt']);
    const redirect = render(portfolio, '/resume.pdf');
    expect([redirect.status, redirect.headers['location']]).toEqual([
      302,
      portfolio.profile.resume.viewUrl,
    ]);
  });

  test('the page offers the generated files instead, if the owner chooses so', () => {
    const published = publish('pdf', 'docx', 'json', 'txt');
    const page = pageOf(demoWith({ source: 'portfolio', published }));
    const links = [...page.matchAll(/<a[^>]*href="(\/resume\.\w+)"/g)].map(([, path]) => path);
    expect(links).toEqual(['/resume.pdf', '/resume.docx', '/resume.json', '/resume.txt']);
    expect(page).toContain('<link rel="alternate" type="application/pdf" href="/resume.pdf"/>');
    expect(render(demoWith({ published }), '/llms.txt').body).toContain('/resume.json');
  });

  test('a generated PDF is offered while no file is uploaded', () => {
    const { profile, ...rest } = demoWith({ published: publish('pdf') });
    const portfolio = { ...rest, profile: { ...profile, resume: { url: '' } } };
    expect(publishedFormats(portfolio)).toEqual(['pdf']);
  });

  test('a PDF is not offered where none can be made', () => {
    const { profile, ...rest } = demoWith({ published: publish('pdf', 'txt') });
    const portfolio = { ...rest, profile: { ...profile, resume: { url: '' } }, withoutPdf: true };
    expect(publishedFormats(portfolio)).toEqual(['txt']);
    expect(pageOf(portfolio)).not.toContain('/resume.pdf');
    expect(render(portfolio, '/resume.pdf').status).toBe(404);
    const included = portfolio.projects.map(({ _id }) => _id);
    const sections = DEFAULT_VIEW.sections.map((section) => ({ ...section, included }));
    const view = { ...DEFAULT_VIEW, drafts: [], sections };
    const shown = applyView(portfolio, DEFAULT_SITE_SETTINGS, view).portfolio;
    expect(publishedFormats(shown)).toEqual(['docx', 'json', 'txt']);
  });

  test('nothing is offered until there is an entry', () => {
    const { profile, ...rest } = demoWith({ published: publish('pdf') });
    const { projects, skills, timeline, softwareApplications } = rest;
    const empty = {
      ...rest,
      profile: { ...profile, resume: { url: '' } },
      ...{ projects: [], skills: [], timeline: [], softwareApplications: [], publications: [] },
    };
    expect(publishedFormats(empty)).toEqual([]);
    expect(pageOf(empty)).not.toContain('/resume.pdf');
    expect(render(empty, '/resume.pdf').status).toBe(404);
    for (const path of ['/', '/llms.txt', '/sitemap.xml'])
      expect([path, render(empty, path).body]).toEqual([
        path,
        expect.not.stringContaining('/resume'),
      ]);
    for (const added of [{ projects }, { skills }, { timeline }, { softwareApplications }]) {
      expect(publishedFormats({ ...empty, ...added })).toEqual(['pdf']);
      expect(render({ ...empty, ...added }, '/').body).toContain('class="resume-link"');
    }
  });

  test('nothing is offered by default besides the uploaded file', () => {
    const page = pageOf(demoPortfolio());
    expect(page).not.toMatch(/href="\/resume\.(docx|json|txt)"/);
    expect(render(demoPortfolio(), '/resume.txt').status).toBe(404);
    expect(pageOf(demoWith({ source: 'portfolio' }))).not.toContain('class="formats"');
  });
});
