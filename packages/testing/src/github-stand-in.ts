import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GithubStandIn {
  /** For GITHUB_API_URL. */
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/**
 * Answers as GitHub's REST API does, with the properties of its real responses. Knows the user
 * `ada-example`, and users whose names say what goes wrong.
 */
export async function startGithub(): Promise<GithubStandIn> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond({ url = '', socket }: IncomingMessage, response: ServerResponse): void {
  const [, user = '', list = ''] =
    /^\/users\/([\w-]+)(\/repos\?per_page=100&sort=pushed|\/social_accounts)?$/.exec(url) ?? [];
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body));
  switch (user) {
    case 'ada-example':
      return void send(
        200,
        list === '' ? USER : list.startsWith('/repos') ? REPOSITORIES : ACCOUNTS,
      );
    case 'moved':
      return void send(301, MOVED, { location: '/users/ada-example' });
    case 'elsewhere':
      return void send(302, MOVED, { location: 'http://127.0.0.1:1/users/ada-example' });
    case 'rate-limited':
      return void send(403, RATE_LIMITED, {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 12 * 60),
      });
    case 'blocked-forever':
      return void send(429, RATE_LIMITED, { 'retry-after': '1e400' });
    case 'blocked-in-the-past':
      return void send(403, RATE_LIMITED, { 'retry-after': '-5' });
    case 'huge':
      return void send(200, { ...USER, bio: 'x'.repeat(5_000_000) });
    case 'broken':
      return void response.writeHead(200).end('{"login":');
    case 'strange':
      return void send(200, ['nothing', 'useful']);
    case 'failing':
      return void send(500, { message: 'Server Error' });
    case 'disconnecting':
      return void socket.destroy();
    case 'silent':
      return;
    default:
      return void send(404, NOT_FOUND);
  }
}

const DOCS = 'https://docs.github.com/rest';
const MOVED = { message: 'Moved Permanently', url: '', documentation_url: DOCS };
const NOT_FOUND = { message: 'Not Found', documentation_url: DOCS, status: '404' };
const RATE_LIMITED = {
  message: 'API rate limit exceeded for 127.0.0.1.',
  documentation_url: `${DOCS}/overview/rate-limits-for-the-rest-api`,
};

const USER = {
  login: 'ada-example',
  id: 1843,
  node_id: 'MDQ6VXNlcjE4NDM=',
  avatar_url: 'https://avatars.githubusercontent.com/u/1843?v=4',
  gravatar_id: '',
  url: 'https://api.github.com/users/ada-example',
  html_url: 'https://github.com/ada-example',
  repos_url: 'https://api.github.com/users/ada-example/repos',
  type: 'User',
  user_view_type: 'public',
  site_admin: false,
  name: 'Ada Lovelace',
  company: '@analytical',
  blog: 'ada.example',
  location: 'London',
  email: null,
  hireable: null,
  bio: 'Notes and engines',
  twitter_username: 'ada',
  public_repos: 4,
  public_gists: 1,
  followers: 1842,
  following: 3,
  created_at: '2011-01-25T18:44:36Z',
  updated_at: '2026-10-22T11:22:33Z',
};

const ACCOUNTS = [
  { provider: 'linkedin', url: 'https://www.linkedin.com/in/ada-example' },
  { provider: 'mastodon', url: 'https://social.example.org/@ada' },
  { provider: 'generic', url: 'https://ada.example' },
  { provider: 'twitter', url: 'https://twitter.com/Ada' },
];

const REPOSITORIES = [
  repository('note-g', {
    description: 'Computes Bernoulli numbers.',
    homepage: 'https://noteg.example',
    language: 'TypeScript',
    topics: ['mathematics', 'engine'],
    stargazers_count: 42,
    license: { key: 'mit', name: 'MIT License', spdx_id: 'MIT', url: null, node_id: 'MDc6' },
  }),
  repository('loom', { description: 'A fork of the loom.', fork: true, language: 'C' }),
  repository('old-engine', { archived: true, stargazers_count: 1 }),
  repository('empty', {}),
];

function repository(name: string, fields: object) {
  return {
    id: 1296269,
    node_id: 'MDEwOlJlcG9zaXRvcnkxMjk2MjY5',
    name,
    full_name: `ada-example/${name}`,
    private: false,
    owner: { login: 'ada-example', id: 1843, type: 'User', site_admin: false },
    html_url: `https://github.com/ada-example/${name}`,
    description: null,
    fork: false,
    url: `https://api.github.com/repos/ada-example/${name}`,
    created_at: '2019-03-26T19:01:12Z',
    updated_at: '2026-01-26T19:14:43Z',
    pushed_at: '2026-01-26T19:06:43Z',
    git_url: `git://github.com/ada-example/${name}.git`,
    clone_url: `https://github.com/ada-example/${name}.git`,
    homepage: null,
    size: 108,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_pages: false,
    forks_count: 0,
    archived: false,
    disabled: false,
    open_issues_count: 0,
    license: null,
    is_template: false,
    topics: [],
    visibility: 'public',
    forks: 0,
    default_branch: 'main',
    ...fields,
  };
}
