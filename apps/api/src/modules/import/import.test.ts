import schema from '@jsonresume/schema/schema.json' with { type: 'json' };
import { calls } from '@vitrine/contract/calls';
import type { ImportItem } from '@vitrine/contract/import';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { SAMPLES } from '@vitrine/testing/json-resume-samples';
import { LINKEDIN_FILES, zipOf } from '@vitrine/testing/linkedin-export';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { deleteExpiredImports } from './import-store.ts';

/** The sections of a resume and their properties, as in `work.position`. */
function pathsIn(resume: object): string[] {
  return Object.entries(resume).flatMap(([section, content]) => [
    section,
    ...[content].flat().flatMap((item) => Object.keys(item).map((name) => `${section}.${name}`)),
  ]);
}

const { read, apply, undo } = calls.import;
const site = useApp();

const jsonOf = (resume: unknown) => Uint8Array.from(Buffer.from(JSON.stringify(resume)));

async function readFile(file: Uint8Array<ArrayBuffer>, name = 'file') {
  const { status, body } = await site.owner.call(read, { query: { name }, file });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

async function applyItems(items: readonly ImportItem[]): Promise<string> {
  const { status, body } = await site.owner.call(apply, { json: { items } });
  expect([status, body.message]).toEqual([
    201,
    items.length === 1 ? 'Imported 1 item.' : `Imported ${items.length} items.`,
  ]);
  return body.id;
}

async function lists() {
  const { owner } = site;
  const [timeline, skills, applications, projects, publications, user] = await Promise.all([
    owner.call(calls.timeline.list),
    owner.call(calls.skill.list),
    owner.call(calls.softwareApplication.list),
    owner.call(calls.project.list),
    owner.call(calls.publication.list),
    owner.call(calls.user.me),
  ]);
  return {
    timeline: timeline.body.timelines,
    skills: skills.body.skills,
    applications: applications.body.softwareApplications,
    projects: projects.body.projects,
    publications: publications.body.publications,
    user: user.body.user,
  };
}

afterEach(async () => {
  await sql`
    delete from timeline; delete from skill; delete from software_application;
    delete from project; delete from publication; delete from trash;
    update owner set headline = '', about_me = '', location = '', phone = '',
    full_name = 'Ada Lovelace', portfolio_url = '', github_url = '', linkedin_url = '',
    instagram_url = '', twitter_url = '', facebook_url = '',
    languages = '[]'`.execute(site.app.db);
});

describe('reading a LinkedIn export', () => {
  test('takes the websites of the profile as links', async () => {
    const websites =
      '[PERSONAL:https://grace.example,OTHER:github.com/grace,BLOG:https://grace.example/notes,OTHER:https://grace.substack.com,RSS:javascript:alert(1)]';
    const profile = `First Name,Last Name,Websites\nGrace,Hopper,"${websites}"\n`;
    const { proposals, unsupported } = await readFile(zipOf({ 'Profile.csv': profile }));
    expect(proposals.slice(1).map(({ item }) => item.fields)).toEqual([
      { portfolioURL: 'https://grace.example' },
      { githubURL: 'https://github.com/grace' },
      { url: 'https://grace.example/notes', label: 'Blog' },
      { url: 'https://grace.substack.com', label: 'Substack' },
    ]);
    expect(unsupported).toEqual(['Link of the profile']);
  });

  test('proposes what the files contain', async () => {
    const name = 'Basic_LinkedInDataExport_11-15-2026.zip';
    const body = await readFile(zipOf(LINKEDIN_FILES), name);
    expect(body).toMatchObject({ source: 'linkedin', name });
    expect(body.summary).toBe(
      'Read 12 of 16 files: Profile, Positions, Education, Skills, Languages, Projects, Certifications, Publications, Honors, Volunteering, Phone numbers, Email addresses',
    );
    expect(body.proposals.map(({ title, detail, note }) => [title, detail, note])).toEqual([
      ['Headline', 'Profile · 1 field differs', ''],
      ['Location', 'Profile · 1 field differs', ''],
      ['About me', 'Profile · 1 field differs', ''],
      ['Phone', 'Profile · 1 field differs', ''],
      ['Portfolio link', 'Profile · 1 field differs', ''],
      ['Github link', 'Profile · 1 field differs', ''],
      ['Twitter(X) link', 'Profile · 1 field differs', ''],
      ['English', 'Language · Native', ''],
      ['French', 'Language · C2 Proficient', ''],
      ['German', 'Language · C1 Advanced', ''],
      ['Italian', 'Language · B1 Intermediate', ''],
      ['Greek', 'Language · A2 Elementary', ''],
      ['Latin', 'Language · B1 Intermediate · LinkedIn has no known level, so this is a guess', ''],
      ['Principal engineer, Analytical Company', 'Timeline · Work · Feb 2023 – now · London', ''],
      [
        'Senior engineer, Analytical Company',
        'Timeline · Work · Mar 2021 – Jan 2023 · London',
        'Grouped with Principal engineer',
      ],
      [
        'Design engineer, Loom and Bloom',
        'Timeline · Work · Sep 2017 – Feb 2021 · Leeds, UK · No description, so it starts as the title',
        '',
      ],
      ['BSc Mathematics, University of London', 'Timeline · Education · 2013 – 2017', ''],
      [
        'Certified Accessibility Professional',
        'Timeline · Certificate · International Association of Accessibility Professionals · Jun 2024 · No description, so it starts as the title',
        '',
      ],
      ['Society Medal', 'Timeline · Award · Oct 2021', ''],
      ['Mentor, Code Club', 'Timeline · Volunteering · Jan 2018 – now', ''],
      ['Tide tables', 'Project · Jan 2019 – Aug 2019', ''],
      ['Notes on the Analytical Engine', 'Publication · Scientific Memoirs · 2022 · No DOI', ''],
      ['TypeScript', 'Skill · LinkedIn has no proficiency, so it starts at 50', ''],
      ['GraphQL', 'Skill · LinkedIn has no proficiency, so it starts at 50', ''],
      ['Difference engines', 'Skill · LinkedIn has no proficiency, so it starts at 50', ''],
    ]);
    const left = body.proposals.filter(({ isSelected, isNewer }) => !isSelected || isNewer);
    expect(left.map(({ title }) => title)).toEqual(['Latin']);
    expect(body.existing).toEqual(['Full name']);
    expect(body.unsupported).toEqual([
      'Maiden name',
      'Address',
      'Birth date',
      'Industry',
      'Zip code',
      'License number of Certified Accessibility Professional',
      'Cause of Mentor',
      'Recommendations',
    ]);
  });

  test('keeps line breaks and quotes, and skips the notes before a header', async () => {
    const { proposals } = await readFile(
      zipOf({
        'export/Positions.csv': `Notes:\n"Some text, with a comma"\n\n${LINKEDIN_FILES['Positions.csv']?.slice(1)}`,
      }),
    );
    expect(proposals.map(({ item }) => item)).toMatchObject([
      { fields: { description: 'Leads the team, and writes "notes".', to: null } },
      { fields: { description: 'Built the first compiler.\nWrote its manual.', toMonth: 1 } },
      { fields: { description: 'Design engineer' } },
    ]);
  });

  test('recognizes the file by its content, not by its name', async () => {
    expect((await readFile(zipOf(LINKEDIN_FILES), 'resume.json')).source).toBe('linkedin');
    const { source, summary } = await readFile(jsonOf({ skills: [{ name: 'C' }] }), 'a.zip');
    expect([source, summary]).toEqual(['json-resume', 'Read skills']);
  });
});

describe('comparing with the portfolio', () => {
  const ENTRY = {
    title: 'design engineer',
    organization: 'LOOM and Bloom',
    description: 'Built the design system.',
    from: 2017,
    to: null,
    kind: 'work',
    link: 'https://loom.example',
    highlights: ['Used by 60 weavers'],
  };

  test('proposes a change for an item that differs, and erases nothing', async () => {
    const { owner } = site;
    await owner.call(calls.timeline.add, { json: ENTRY });
    await owner.call(calls.skill.add, {
      form: { title: 'typescript', proficiency: '90', svg: uploads.svg() },
    });
    await owner.call(calls.project.addDraft, { json: { title: 'TIDE tables' } });
    const { proposals, existing } = await readFile(zipOf(LINKEDIN_FILES, '2099-01-01'));
    const change = proposals.find(({ item }) => item.kind === 'update-timeline');
    expect(change).toMatchObject({
      title: 'Design engineer, Loom and Bloom',
      detail: 'Timeline · 3 fields differ',
      changes: [
        { type: 'text', label: 'Location', before: '', after: 'Leeds, UK' },
        { type: 'text', label: 'From', before: '2017', after: 'Sep 2017' },
        { type: 'text', label: 'To', before: '', after: 'Feb 2021' },
      ],
      isNewer: false,
      isSelected: true,
    });
    expect(existing).toEqual(['Full name', 'Tide tables', 'typescript']);
    await applyItems(change ? [change.item] : []);
    expect((await lists()).timeline).toMatchObject([
      {
        title: 'design engineer',
        organization: 'LOOM and Bloom',
        description: 'Built the design system.',
        location: 'Leeds, UK',
        link: 'https://loom.example',
        highlights: ['Used by 60 weavers'],
        timeline: { from: 2017, fromMonth: 9, to: 2021, toMonth: 2 },
      },
    ]);
  });

  test('keeps the end and the months that the source lacks', async () => {
    const json = { ...ENTRY, to: 2021, toMonth: 2, fromMonth: 9 };
    await site.owner.call(calls.timeline.add, { json });
    const work = { position: ENTRY.title, name: ENTRY.organization, startDate: '2017' };
    for (const endDate of ['', '2021']) {
      const { proposals, existing } = await readFile(jsonOf({ work: [{ ...work, endDate }] }));
      expect([proposals, existing]).toEqual([[], ['design engineer, LOOM and Bloom']]);
    }
  });

  test('keeps dates with which those of the source do not agree', async () => {
    const json = { ...ENTRY, to: 2017, toMonth: 3 };
    await site.owner.call(calls.timeline.add, { json });
    const work = { position: ENTRY.title, name: ENTRY.organization, location: 'Leeds' };
    const { proposals } = await readFile(jsonOf({ work: [{ ...work, startDate: '2017-09' }] }));
    await applyItems(proposals.map(({ item }) => item));
    expect((await lists()).timeline).toMatchObject([
      { location: 'Leeds', timeline: { from: 2017, fromMonth: null, to: 2017, toMonth: 3 } },
    ]);
  });

  test('does not select what the owner has changed since the source was made', async () => {
    const { owner } = site;
    await owner.call(calls.timeline.add, { json: ENTRY });
    await owner.call(calls.user.updateProfile, { form: { headline: 'I explain engines' } });
    const isNewerIn = async (madeOn: string) => {
      const { proposals } = await readFile(zipOf(LINKEDIN_FILES, madeOn));
      return proposals
        .filter(({ title }) => title.startsWith('Design engineer') || title === 'Headline')
        .map(({ isNewer, isSelected, detail }) => [isNewer, isSelected, detail]);
    };
    const day = new Date().toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    expect(await isNewerIn('2020-01-01')).toEqual([
      [true, false, `Profile · 1 field differs · You changed it on ${day}`],
      [true, false, `Timeline · 3 fields differ · You changed it on ${day}`],
    ]);
    expect(await isNewerIn('2099-01-01')).toEqual([
      [false, true, 'Profile · 1 field differs'],
      [false, true, 'Timeline · 3 fields differ'],
    ]);
  });

  test.each([
    ['older', { lastModified: '2017-12-24T15:53:00' }, false],
    ['newer', { lastModified: '2099-01-01T00:00:00' }, true],
    ['of unknown age', {}, false],
    ['of an unreadable age', { lastModified: 'yesterday' }, false],
  ])(
    'selects what a JSON Resume fills in, and what it replaces unless it is %s',
    async (_, meta, isSelected) => {
      const { owner } = site;
      await owner.call(calls.timeline.add, { json: ENTRY });
      await owner.call(calls.skill.add, {
        form: { title: 'Looms', proficiency: '90', svg: uploads.svg() },
      });
      await owner.call(calls.user.updateProfile, {
        form: { headline: 'I explain engines', aboutMe: 'At length.', phone: '1' },
      });
      const { proposals } = await readFile(
        jsonOf({
          basics: { label: 'Writer', summary: 'Briefly.', phone: '2', url: 'https://ada.example' },
          work: [
            {
              ...{ position: ENTRY.title, name: ENTRY.organization, startDate: '2017' },
              ...{ url: ENTRY.link, summary: 'Wove.', highlights: ENTRY.highlights },
            },
          ],
          skills: [{ name: 'Looms', proficiency: 10 }],
          meta,
        }),
      );
      const why =
        'lastModified' in meta && meta.lastModified.startsWith('2017')
          ? 'You changed it on'
          : 'Not known which is newer';
      expect(proposals.map(({ title, isSelected, detail }) => [title, isSelected, detail])).toEqual(
        [
          ...['Headline', 'About me', 'Phone'].map((title) => [
            title,
            isSelected,
            isSelected ? 'Profile · 1 field differs' : expect.stringContaining(why),
          ]),
          ['Portfolio link', true, 'Profile · 1 field differs'],
          [
            'design engineer, LOOM and Bloom',
            isSelected,
            expect.stringContaining(isSelected ? '1 field differs' : why),
          ],
          ['Looms', isSelected, expect.stringContaining(isSelected ? '1 field differs' : why)],
        ],
      );
    },
  );

  test('does not select a change to a field whose age is not known', async () => {
    await sql`update owner set headline = 'From a restored backup'`.execute(site.app.db);
    await sql`delete from revision where noun = 'profile'`.execute(site.app.db);
    const { proposals } = await readFile(zipOf(LINKEDIN_FILES, '2099-01-01'));
    expect(proposals.find(({ title }) => title === 'Headline')).toMatchObject({
      detail: 'Profile · 1 field differs · Not known which is newer',
      isSelected: false,
      isNewer: false,
    });
  });

  test('proposes at most 500 items, and says how many are left', async () => {
    const skills = Array.from({ length: 700 }, (_, index) => ({ name: `Skill ${index}` }));
    const { proposals, unsupported } = await readFile(jsonOf({ skills }));
    expect(proposals).toHaveLength(500);
    expect(unsupported).toEqual(['200 more items, which the next import offers']);
  });
});

describe('JSON Resume', () => {
  test('the 21 samples use every property of the schema', () => {
    const used = new Set(Object.values(SAMPLES).flatMap(({ resume }) => pathsIn(resume)));
    const defined = Object.entries(schema.properties).flatMap(([section, definition]) => {
      const item = 'items' in definition ? definition.items : definition;
      const names = 'properties' in item ? Object.keys(item.properties) : [];
      return [section, ...names.map((name) => `${section}.${name}`)];
    });
    expect(Object.keys(SAMPLES)).toHaveLength(21);
    expect(defined.filter((path) => !used.has(path))).toEqual([]);
  });

  test.each(Object.entries(SAMPLES))('imports %s, and lists the rest', async (_, sample) => {
    const before = await lists();
    const file = jsonOf(sample.resume);
    const first = await readFile(file);
    const items = first.proposals.map(({ item }) => item);
    expect(items).toMatchObject(sample.items);
    expect(items).toHaveLength(sample.items.length);
    expect(first.unsupported.toSorted()).toEqual([...(sample.unsupported ?? [])].toSorted());
    if (items.length === 0) return;
    // Whatever was imported is recognized afterwards, so nothing got lost.
    const id = await applyItems(items);
    const second = await readFile(file);
    expect(second.proposals).toEqual([]);
    expect(second.existing).toHaveLength(first.existing.length + items.length);
    const { status, body } = await site.owner.call(undo, { params: { id } });
    expect([status, body.message]).toEqual([200, 'Import undone.']);
    expect(await lists()).toEqual(before);
  });
});

describe('a publication in a JSON Resume', () => {
  const release = { name: 'On tides', releaseDate: '2020-05', publisher: 'Memoirs' };
  const addEntry = (title: string) =>
    site.owner.call(calls.timeline.add, {
      json: { kind: 'publication', title, description: 'Text.', from: 2020, to: 2020 },
    });

  test('is known if the timeline has an entry of it, also without its marker', async () => {
    await addEntry('On Tides!');
    const { proposals, existing } = await readFile(jsonOf({ publications: [release] }));
    expect([proposals, existing]).toEqual([[], ['On tides']]);
  });

  test('is known if it was an entry when it was exported', async () => {
    const publication = { title: 'On tides', publishedOn: '2020' };
    await site.owner.call(calls.publication.add, { json: publication });
    const exported = { ...release, kind: 'timeline', summary: 'Text.' };
    const { proposals, existing } = await readFile(jsonOf({ publications: [exported] }));
    expect([proposals, existing]).toEqual([[], ['On tides']]);
  });

  test('does not change the kind that the owner chose', async () => {
    const publication = {
      title: 'On tides',
      publishedOn: '2020-05',
      kind: 'book',
      venue: 'Memoirs',
    };
    await site.owner.call(calls.publication.add, { json: publication });
    expect((await readFile(jsonOf({ publications: [release] }))).proposals).toEqual([]);
  });
});

describe('applying an import', () => {
  test('adds and changes everything, with projects as drafts', async () => {
    const { proposals } = await readFile(zipOf(LINKEDIN_FILES));
    await applyItems(proposals.map(({ item }) => item));
    const { timeline, skills, projects, user } = await lists();
    expect(timeline.map(({ title }) => title)).toEqual([
      'Principal engineer',
      'Mentor',
      'Certified Accessibility Professional',
      'Senior engineer',
      'Society Medal',
      'Design engineer',
      'BSc Mathematics',
    ]);
    expect(projects).toMatchObject([
      { title: 'Tide tables', slug: 'tide-tables', state: 'draft', startedOn: '2019-01' },
    ]);
    expect(user).toMatchObject({
      headline: 'Principal engineer',
      aboutMe: 'I make engines\nthat explain themselves.',
      twitterURL: 'https://x.com/adalovelace',
    });
    expect(skills.map(({ title, proficiency, icon }) => [title, proficiency, icon])).toEqual([
      ['TypeScript', 50, 'logos:typescript-icon'],
      ['GraphQL', 50, 'logos:graphql'],
      ['Difference engines', 50, ''],
    ]);
    expect(skills[2]?.svg).toEqual({ url: '' });
    const [entry] = timeline;
    const history = await site.owner.call(calls.history.list, {
      params: { noun: 'timeline', id: entry?._id ?? '' },
    });
    expect(history.body.versions).toMatchObject([
      { operation: 'create', actor: { type: 'session' } },
    ]);
  });

  test('finds no icon for titles that are not names', async () => {
    const titles = ['<b>&"', '🚀', 'ß', '設計', '...'];
    await applyItems(
      titles.map((title) => ({
        kind: 'add-skill',
        fields: { title, proficiency: 50, category: '', icon: '' },
      })),
    );
    expect((await lists()).skills.map(({ title, svg }) => [title, svg.url])).toEqual(
      titles.map((title) => [title, '']),
    );
  });

  test('publishes projects at once if the owner asks for it', async () => {
    const { proposals } = await readFile(zipOf(LINKEDIN_FILES));
    const items = proposals.map(({ item }) => item);
    await site.owner.call(apply, { json: { items, isPublished: 'true' } });
    expect((await lists()).projects).toMatchObject([{ title: 'Tide tables', state: 'published' }]);
  });

  test('does not select a project without a description', async () => {
    const { proposals } = await readFile(jsonOf({ projects: [{ name: 'Notes' }] }));
    expect(proposals).toMatchObject([{ isSelected: false, detail: 'Project · No description' }]);
  });

  test('gives projects with the same title different addresses', async () => {
    const { proposals } = await readFile(jsonOf({ projects: [{ name: 'Notes' }] }));
    const [item] = proposals.map((proposal) => proposal.item);
    if (!item) throw new Error('There is a proposal.');
    await applyItems([item, item]);
    expect((await lists()).projects.map(({ slug }) => slug)).toEqual(['notes', 'notes-2']);
  });

  test('adds software applications with their links', async () => {
    const skills = [{ name: 'Figma', kind: 'tool', url: 'https://figma.com' }];
    const { proposals } = await readFile(jsonOf({ skills }));
    await applyItems(proposals.map(({ item }) => item));
    expect((await lists()).applications).toMatchObject([
      { name: 'Figma', link: 'https://figma.com', icon: 'logos:figma' },
    ]);
  });

  test('imports nothing if one of the items does not exist anymore', async () => {
    const before = await lists();
    const fields = { title: 'A', description: 'B', from: 2020, to: null };
    for (const item of [
      { kind: 'update-timeline', id: UNKNOWN, fields },
      { kind: 'update-skill', id: UNKNOWN, fields: { category: 'C' } },
    ]) {
      const items = [{ kind: 'add-timeline', fields }, item];
      const { status, body } = await site.owner.call(apply, { json: { items } });
      expect([status, body.message]).toEqual([
        409,
        'One of these items was deleted in the meantime, so nothing was imported. Read the source again.',
      ]);
    }
    expect(await lists()).toEqual(before);
  });

  test.each([
    ['no items', [], 'Choose at least one item.'],
    [
      'more than 500 items',
      Array(501).fill({ kind: 'update-profile', fields: {} }),
      'Choose at most 500 items at once.',
    ],
    [
      'a link that is a script',
      [{ kind: 'update-profile', fields: { githubURL: 'javascript:alert(1)' } }],
      'The Github link must start with http:// or https://.',
    ],
    [
      'a new email address',
      [{ kind: 'update-profile', fields: { email: 'eve@example.com' } }],
      'There is no field named email.',
    ],
  ])('rejects %s', async (_, items, message) => {
    const { status, body } = await site.owner.call(apply, { json: { items } });
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe('undoing an import', () => {
  const SKILLS = { skills: [{ name: 'Ada' }, { name: 'COBOL', proficiency: 20 }] };

  async function importSkills() {
    await site.owner.call(calls.skill.add, {
      form: { title: 'cobol', proficiency: '90', svg: uploads.svg() },
    });
    const { proposals } = await readFile(jsonOf(SKILLS));
    expect(proposals.map(({ item }) => item.kind)).toEqual(['add-skill', 'update-skill']);
    return applyItems(proposals.map(({ item }) => item));
  }
  const undoImport = async (id: string) => {
    const { status, body } = await site.owner.call(undo, { params: { id } });
    return [status, body.message];
  };

  test('moves what it added to the trash, and restores what it changed', async () => {
    const id = await importSkills();
    expect(await undoImport(id)).toEqual([200, 'Import undone.']);
    expect((await lists()).skills).toMatchObject([{ title: 'cobol', proficiency: 90 }]);
    const trash = await site.owner.call(calls.trash.list);
    expect(trash.body.items).toMatchObject([{ noun: 'skill', title: 'Ada' }]);
  });

  test('does not count what was changed and then deleted', async () => {
    const id = await importSkills();
    const added = (await lists()).skills.find(({ title }) => title === 'Ada');
    const params = { id: added?._id ?? '' };
    await site.owner.call(calls.skill.update, { params, json: { proficiency: 77 } });
    await site.owner.call(calls.skill.remove, { params });
    expect(await undoImport(id)).toEqual([200, 'Import undone.']);
  });

  test('keeps a change that is saved at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const work = [{ position: `Job ${round}`, startDate: '2001', endDate: '2002' }];
      const { proposals } = await readFile(jsonOf({ work }));
      const id = await applyItems(proposals.map(({ item }) => item));
      const entry = (await lists()).timeline.find(({ title }) => title === `Job ${round}`);
      const [saved] = await Promise.all([
        site.owner.call(calls.timeline.update, {
          params: { id: entry?._id ?? '' },
          json: { title: `My job ${round}`, description: 'Mine', from: 2001, to: 2002 },
        }),
        undoImport(id),
      ]);
      const titles = (await lists()).timeline.map(({ title }) => title);
      // A change that comes too late is refused.
      expect([saved.status, titles.includes(`My job ${round}`)]).toEqual(
        saved.status === 200 ? [200, true] : [404, false],
      );
    }
  });

  test('leaves what was changed since, and says how many', async () => {
    const id = await importSkills();
    for (const { _id } of (await lists()).skills)
      await site.owner.call(calls.skill.update, { params: { id: _id }, json: { proficiency: 77 } });
    expect(await undoImport(id)).toEqual([
      200,
      'Import undone. 2 items were changed since and stay as they are.',
    ]);
    expect((await lists()).skills).toMatchObject([{ proficiency: 77 }, { proficiency: 77 }]);
  });

  test('skips what was deleted since', async () => {
    const id = await importSkills();
    for (const { _id } of (await lists()).skills)
      await site.owner.call(calls.skill.remove, { params: { id: _id } });
    expect(await undoImport(id)).toEqual([200, 'Import undone.']);
  });

  test('works once', async () => {
    const gone = [404, 'This import was undone already, or is older than 30 days.'];
    const id = await importSkills();
    expect(await undoImport(id)).toEqual([200, 'Import undone.']);
    expect(await undoImport(id)).toEqual(gone);
    expect(await undoImport(UNKNOWN)).toEqual(gone);
  });

  test('is possible for 30 days', async () => {
    const id = await importSkills();
    const setAge = (days: number) =>
      sql`update content_import set created_at = now() - interval '1 day' * ${days}
        where id = ${id}`.execute(site.app.db);
    const isKept = async () => {
      await deleteExpiredImports(site.app.db);
      const { rows } = await sql`select from content_import where id = ${id}`.execute(site.app.db);
      return rows.length === 1;
    };
    await setAge(29);
    expect(await isKept()).toBe(true);
    await setAge(31);
    expect(await isKept()).toBe(false);
  });
});
