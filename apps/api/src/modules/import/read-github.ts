import { z } from 'zod';
import { Collector } from './collector.ts';
import { fetchText, parseJson } from './fetch-source.ts';
import type { Imported } from './imported.ts';

/** 100 repositories take about 700 KB. */
const MAX_SIZE = 2 * 1024 * 1024;

const User = z.object({
  login: z.string(),
  html_url: z.string(),
  name: z.string().nullish(),
  bio: z.string().nullish(),
  blog: z.string().nullish(),
  location: z.string().nullish(),
  twitter_username: z.string().nullish(),
  public_repos: z.int().nonnegative(),
});

const Repository = z.object({
  name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  language: z.string().nullish(),
  topics: z.array(z.string()).default([]),
  stargazers_count: z.int().default(0),
  fork: z.boolean(),
  archived: z.boolean().default(false),
  created_at: z.string(),
  pushed_at: z.string().nullish(),
});

/** Reads the public repositories of a user, the last changed first. */
export async function readGithub(apiUrl: string, name: string): Promise<Imported> {
  const path = `${apiUrl}/users/${encodeURIComponent(name)}`;
  const user = await fetchJson(User, path, name);
  const found = await fetchJson(
    z.array(Repository).max(100),
    `${path}/repos?per_page=100&sort=pushed`,
    name,
  );
  const collector = new Collector('github');
  collector.setProfile('fullName', user.name ?? '');
  collector.setProfile('aboutMe', user.bio ?? '');
  collector.addWebsite(user.blog ?? '');
  collector.setProfile('location', user.location ?? '');
  collector.setProfile('githubURL', user.html_url);
  if (user.twitter_username)
    collector.setProfile('twitterURL', `https://x.com/${user.twitter_username}`);
  for (const { url } of await readAccounts(path, name)) collector.addLink(url);
  for (const repository of found) {
    const { language, topics, fork, archived, stargazers_count: stars } = repository;
    collector.addProject({
      title: repository.name,
      description: repository.description ?? '',
      technologies: [...new Set([...(language ? [language] : []), ...topics])],
      gitRepoLink: repository.html_url,
      projectLink: repository.homepage ?? '',
      startedOn: repository.created_at.slice(0, 7),
      // Without an end, the project is shown as ongoing.
      endedOn: archived ? (repository.pushed_at?.slice(0, 7) ?? '') : '',
      remarks: [
        ...(language ? [language] : []),
        ...(stars > 0 ? [stars === 1 ? '1 star' : `${stars} stars`] : []),
        ...(fork ? ['Fork'] : []),
        ...(archived ? ['Archived'] : []),
      ],
      // Forks are the work of others, and archived repositories are often abandoned.
      isSelected: !fork && !archived,
    });
  }
  const total = Math.max(user.public_repos, found.length);
  const count =
    total > found.length ? `the last ${found.length} of ${total}` : String(found.length);
  return collector.finish(
    `Read ${count} public ${found.length === 1 ? 'repository' : 'repositories'} of ${user.login}`,
    undefined,
  );
}

/** The rest is worth importing without them. */
function readAccounts(path: string, name: string) {
  const Accounts = z.array(z.object({ url: z.string() })).max(100);
  return fetchJson(Accounts, `${path}/social_accounts`, name).catch(() => []);
}

async function fetchJson<T>(schema: z.ZodType<T>, url: string, name: string): Promise<T> {
  const text = await fetchText(url, {
    name: 'GitHub',
    notFound: `GitHub has no user named ${name}.`,
    maxSize: MAX_SIZE,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
  });
  return parseJson(schema, text, 'GitHub');
}
