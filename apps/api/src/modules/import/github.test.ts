import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { type GithubStandIn, startGithub } from '@vitrine/testing/github-stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let github: GithubStandIn;
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  github = await startGithub();
  app = await startApp({ settings: { GITHUB_API_URL: `${github.url}/` } });
  owner = await app.owner();
});
afterAll(async () => {
  await app.stop();
  await github.stop();
});

const readGithub = (user: string) => owner.call(calls.import.readGithub, { json: { user } });

describe('importing from GitHub', () => {
  test('proposes the profile and the repositories, without forks and archived ones', async () => {
    const { status, body } = await readGithub('ada-example');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: 'github',
      name: 'ada-example',
      summary: 'Read 4 public repositories of ada-example',
      existing: ['Full name', 'ada.example', 'X'],
      unsupported: [],
    });
    const shown = body.proposals.map(({ title, detail, isSelected }) => [
      title,
      detail,
      isSelected,
    ]);
    expect(shown).toEqual([
      ['Location', 'Profile · 1 field differs', true],
      ['About me', 'Profile · 1 field differs', true],
      ['Portfolio link', 'Profile · 1 field differs', true],
      ['Github link', 'Profile · 1 field differs', true],
      ['LinkedIn link', 'Profile · 1 field differs', true],
      ['Twitter(X) link', 'Profile · 1 field differs', true],
      ['Mastodon', 'Link · https://social.example.org/@ada', true],
      ['note-g', 'Project · Mar 2019 – now · TypeScript · 42 stars', true],
      ['loom', 'Project · Mar 2019 – now · C · Fork', false],
      ['old-engine', 'Project · Mar 2019 – Jan 2026 · 1 star · Archived · No description', false],
      ['empty', 'Project · Mar 2019 – now · No description', false],
    ]);
    expect(body.proposals[7]?.item).toMatchObject({
      kind: 'add-project',
      fields: {
        title: 'note-g',
        description: 'Computes Bernoulli numbers.',
        technologies: 'TypeScript, mathematics, engine',
        gitRepoLink: 'https://github.com/ada-example/note-g',
        projectLink: 'https://noteg.example',
        startedOn: '2019-03',
      },
    });
  });

  test('requests nothing before it is asked to', async () => {
    const before = github.requests.length;
    await owner.call(calls.project.list);
    expect(github.requests).toHaveLength(before);
    await readGithub('ada-example');
    expect(github.requests.slice(before)).toEqual([
      '/users/ada-example',
      '/users/ada-example/repos?per_page=100&sort=pushed',
      '/users/ada-example/social_accounts',
    ]);
  });

  test('recognizes a project by the link of its repository', async () => {
    const gitRepoLink = 'https://github.com/Ada-Example/note-g/';
    await owner.call(calls.project.addDraft, { json: { title: 'Bernoulli', gitRepoLink } });
    const { body } = await readGithub('ada-example');
    expect(body.existing).toEqual(['Full name', 'ada.example', 'X', 'note-g']);
  });

  test('does not select a change to what the owner wrote', async () => {
    await owner.call(calls.user.updateProfile, { form: { aboutMe: 'A long text' } });
    const { body } = await readGithub('ada-example');
    const about = body.proposals.find(({ title }) => title === 'About me');
    expect(about).toMatchObject({
      detail: 'Profile · 1 field differs · Not known which is newer',
      isSelected: false,
      isNewer: false,
    });
  });

  test.each([
    ['nobody', 404, 'GitHub has no user named nobody.'],
    ['rate-limited', 429, 'GitHub answers only a few requests per hour. Try again in 12 minutes.'],
    [
      'blocked-forever',
      429,
      'GitHub answers only a few requests per hour. Try again in 60 minutes.',
    ],
    [
      'blocked-in-the-past',
      429,
      'GitHub answers only a few requests per hour. Try again in a minute.',
    ],
    ...['elsewhere', 'moved', 'huge', 'broken', 'strange', 'failing', 'disconnecting'].map(
      (user): [string, number, string] => [
        user,
        502,
        'GitHub cannot be reached right now. Try again later.',
      ],
    ),
  ])('explains why it cannot read the user %s', async (user, status, message) => {
    const response = await readGithub(user);
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  test.each(['', '..', 'a/b', '-a', 'a'.repeat(40), 'a?b', 'ä'])(
    'rejects %j, which is not a user name, without a request',
    async (user) => {
      const before = github.requests.length;
      expect((await readGithub(user)).status).toBe(400);
      expect(github.requests).toHaveLength(before);
    },
  );
});
