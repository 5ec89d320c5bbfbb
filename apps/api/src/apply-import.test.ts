import { calls } from '@vitrine/contract/calls';
import type { SpokenLanguage } from '@vitrine/contract/language-list';
import type { LanguageLevel } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { buildResume } from '@vitrine/resume/build-resume';
import { toJsonResume } from '@vitrine/resume/to-json-resume';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResume } from './read-portfolio.ts';

let full: TestApp;
let empty: TestApp;

beforeAll(async () => {
  [full, empty] = await Promise.all([startApp(), startApp()]);
});
afterAll(async () => {
  await full.stop();
  await empty.stop();
});

const SETTINGS = {
  ...DEFAULT_RESUME_SETTINGS,
  sections: DEFAULT_RESUME_SETTINGS.sections.map((section) => ({ ...section, shown: true })),
};

async function exportResume({ db }: TestApp): Promise<string> {
  const { content } = await readResume(db);
  const resume = buildResume(content, SETTINGS, { language: 'en', siteUrl: undefined });
  return toJsonResume(resume, 'http://vitrine.test');
}

const PROFILE = {
  fullName: 'Grace Hopper',
  headline: 'Computer scientist',
  location: 'Arlington, Virginia',
  aboutMe: 'Wrote the first compiler.\r\n\r\nTaught many others.',
  phone: '+1 555 0100',
  portfolioURL: 'https://grace.example',
  githubURL: 'https://github.com/grace',
  linkedInURL: 'https://www.linkedin.com/in/grace',
  links: JSON.stringify([
    { url: 'https://social.example.org/@grace', label: 'Mastodon' },
    { url: 'https://archive.example.org/grace', label: 'Letters, and more' },
    { url: 'mailto:grace@example.com', label: 'Write to me' },
  ]),
  languages: JSON.stringify(
    ['native', 'C2', 'C1', 'B2', 'B1', 'A2', 'A1'].map((level) => ({ name: `In ${level}`, level })),
  ),
};

const PROJECT = {
  title: 'Compiler',
  description: 'Turns words into numbers. And back.',
  technologies: 'COBOL, C++',
  stack: 'Mern',
  deployed: 'Yes',
};
const projectCollection = [
  PROJECT,
  { ...PROJECT, title: 'Linked', projectLink: 'https://grace.example/linked', summary: 'Short.' },
  {
    ...PROJECT,
    title: 'Full',
    gitRepoLink: 'https://github.com/grace/full',
    projectLink: 'https://grace.example/full',
    role: 'Lead, and tester',
    links: JSON.stringify([
      { url: 'https://archive.example.org/full', label: 'Read the scan' },
      { url: 'https://doi.org/10.5555/1', label: 'Paper' },
    ]),
    startedOn: '1952-03',
    endedOn: '1953',
  },
  {
    ...PROJECT,
    title: 'Repository',
    gitRepoLink: 'https://github.com/grace/repository',
    startedOn: '1954',
  },
];

/** Every kind, equal dates, one date only, other scripts, and line breaks. */
const ENTRIES = [
  ...['work', 'education', 'talk', 'award', 'certificate', 'publication', 'volunteering', 'other']
    .entries()
    .flatMap(([index, kind]) => [
      { kind, title: `First ${kind}`, from: 2001, to: 2001, organization: 'Same' },
      { kind, title: `Second ${kind}`, from: 2001, to: 2001 },
      { kind, title: `Open ${kind}`, from: 2002, fromMonth: index + 1, to: null },
      {
        kind,
        title: `Full ${kind} 設計 👩‍💻 عربى`,
        from: 2003,
        to: 2004,
        toMonth: 12,
        organization: 'Same',
        location: 'Köln',
        link: 'https://köln.example/ä?b=c#d',
        highlights: ['<b>One</b>', 'Two, "three"'],
        description: 'Line one\r\nLine two\n\nLine four',
      },
    ]),
];

/** Every field, and none but the required ones. */
const PUBLICATIONS = [
  {
    title: 'On the Analytical Engine',
    authors: ['Hopper, Grace', 'Müller, Jörg', 'Data Society'],
    kind: 'talk',
    publishedOn: '1943-09',
    venue: 'Scientific Memoirs',
    volume: '3',
    issue: '2',
    pages: '666–731',
    publisher: 'Taylor',
    doi: '10.5555/3',
    link: 'https://köln.example/ä?b=c#d',
    pdfLink: 'https://grace.example/3.pdf',
    note: 'Best paper',
    abstract: 'Line one\nLine two',
    citationKey: 'hopper1943',
  },
  { title: 'A thesis', kind: 'thesis', publishedOn: '1934', publisher: 'Yale' },
  { title: 'A preprint', publishedOn: '1934', venue: 'Archive' },
];

async function fill(owner: Client): Promise<void> {
  expect((await owner.call(calls.user.updateProfile, { form: PROFILE })).status).toBe(200);
  for (const project of projectCollection) {
    const form = { ...project, projectBanner: await uploads.png(64, 64) };
    expect((await owner.call(calls.project.add, { form })).status).toBe(201);
  }
  for (const entry of ENTRIES) {
    const json = { description: 'Text.', ...entry };
    expect((await owner.call(calls.timeline.add, { json })).status).toBe(201);
  }
  for (const json of PUBLICATIONS)
    expect((await owner.call(calls.publication.add, { json })).status).toBe(201);
  await owner.call(calls.skill.add, {
    form: { title: 'Zero', proficiency: '0', category: 'Numbers', svg: uploads.svg() },
  });
  await owner.call(calls.softwareApplication.add, {
    form: { name: 'Loom', link: 'https://loom.example', svg: uploads.svg() },
  });
}

/** Imported projects are drafts without a banner. */
async function publishAll(owner: Client): Promise<void> {
  for (const { _id: id } of (await owner.call(calls.project.list)).body.projects) {
    const saved = await owner.call(calls.project.saveDraft, {
      params: { id },
      form: { projectBanner: await uploads.png(64, 64) },
    });
    const json = { version: saved.body.project.version };
    const { status } = await owner.call(calls.project.publish, { params: { id }, json });
    expect(status).toBe(200);
  }
}

test('an exported JSON Resume, imported into an empty portfolio, is exported unchanged', async () => {
  await fill(await full.owner());
  const exported = await exportResume(full);
  expect(exported).toContain('Second other');

  const owner = await empty.owner();
  const { body } = await owner.call(calls.import.read, {
    query: { name: 'resume.json' },
    file: Uint8Array.from(Buffer.from(exported)),
  });
  expect([body.existing, body.unsupported]).toEqual([[], []]);
  const items = body.proposals.map(({ item }) => item);
  expect((await owner.call(calls.import.apply, { json: { items } })).status).toBe(201);
  await publishAll(owner);
  expect(await exportResume(empty)).toBe(exported);

  const again = await owner.call(calls.import.read, {
    query: { name: 'resume.json' },
    file: Uint8Array.from(Buffer.from(exported)),
  });
  expect(again.body.proposals).toEqual([]);
  expect(again.body.existing).toContain('Letters, and more');
});

test('an import keeps the links that the profile has, and adds each one once', async () => {
  const owner = await empty.owner();
  const link = (url: string, label = '') => ({ url, label });
  const links = [link('https://example.com/a', 'A')];
  await owner.call(calls.user.updateProfile, { json: { links } });
  const items = [link('www.example.com/a/', 'Again'), link('https://dev.to/grace')].map(
    (fields) => ({ kind: 'add-link' as const, fields }),
  );
  expect((await owner.call(calls.import.apply, { json: { items } })).status).toBe(201);
  const { user } = (await owner.call(calls.user.me)).body;
  expect(user.links).toEqual([...links, link('https://dev.to/grace', 'dev.to')]);

  // A link that is saved while the import runs.
  const saved = link('https://example.com/saved', 'Saved');
  const during = { kind: 'add-link' as const, fields: link('https://example.com/b', 'B') };
  const applied = await empty.db.transaction().execute(async (trx) => {
    const value = JSON.stringify([...links, saved]);
    await trx.updateTable('owner').set({ links: value }).execute();
    const applying = owner.call(calls.import.apply, { json: { items: [during] } });
    await waitForLockContention(empty.db);
    return { applying };
  });
  expect((await applied.applying).status).toBe(201);
  const { user: changed } = (await owner.call(calls.user.me)).body;
  expect(changed.links).toEqual([...links, saved, during.fields]);

  const many = Array.from({ length: 29 }, (_, index) => ({
    kind: 'add-link' as const,
    fields: link(`https://example.com/${index}`),
  }));
  const { status, body } = await owner.call(calls.import.apply, { json: { items: many } });
  expect([status, body.message]).toEqual([
    409,
    'A profile can have at most 30 more links, so nothing was imported. Choose fewer of them.',
  ]);
});

test('an import adds each language once, and undoing it removes them', async () => {
  const owner = await empty.owner();
  const spoken = (name: string, level: LanguageLevel) => ({ name, level });
  const languages = [spoken('English', 'native')];
  await owner.call(calls.user.updateProfile, { json: { languages } });
  const add = (...added: readonly SpokenLanguage[]) =>
    owner.call(calls.import.apply, {
      json: { items: added.map((fields) => ({ kind: 'add-language' as const, fields })) },
    });
  const { body } = await add(spoken('english', 'A1'), spoken('French', 'C1'));
  const stored = async () => (await owner.call(calls.user.me)).body.user.languages;
  expect(await stored()).toEqual([...languages, spoken('French', 'C1')]);
  await owner.call(calls.import.undo, { params: { id: body.id } });
  expect(await stored()).toEqual(languages);

  const many = Array.from({ length: 20 }, (_, index) => spoken(`Language ${index}`, 'B1'));
  const refused = await add(...many);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A profile can have at most 20 languages, so nothing was imported. Choose fewer of them.',
  ]);
});
