import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

export const REPOSITORY = 'ada-example/portfolio';
export const GIT_TOKEN = 'github_pat_of_the_tests';

export interface GitHost {
  /** For GITHUB_API_URL. */
  readonly url: string;
  /** The method and the path of each request. */
  readonly requests: string[];
  /** Called before each request is handled. Return a status to answer with that instead. */
  before: (request: string) => number | undefined;
  /** What GitHub says about the token with each response, unless it is empty. */
  tokenExpires: string;
  /** Runs git in the repository. */
  git(...args: string[]): string;
  /** Commits a file, as somebody who pushes. */
  push(branch: string, path: string, content: string | null): void;
  /** The files of a branch with their contents. */
  files(branch: string): Record<string, string>;
  stop(): Promise<void>;
}

const Sent = z
  .object({
    content: z.string(),
    encoding: z.literal('base64'),
    base_tree: z.string(),
    tree: z.union([
      z.string(),
      z.array(
        z.object({
          path: z.string(),
          mode: z.literal('100644'),
          type: z.literal('blob'),
          content: z.string().optional(),
          sha: z.string().nullable().optional(),
        }),
      ),
    ]),
    message: z.string(),
    parents: z.array(z.string()),
    ref: z.string(),
    sha: z.string(),
    force: z.literal(false),
  })
  .partial();
type Sent = z.infer<typeof Sent>;

/** Answers with this status, as GitHub does. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

/** The part of GitHub's REST API that writes files, in front of a real repository. */
export async function startGitHost(): Promise<GitHost> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-git-'));
  const repository = openRepository(folder);
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://api');
    const body = await buffer(request);
    const name = `${request.method} ${url.pathname}`;
    requests.push(name);
    const send = (status: number, content: unknown) =>
      response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          ...(host.tokenExpires && {
            'github-authentication-token-expiration': host.tokenExpires,
          }),
        })
        .end(JSON.stringify(content));
    try {
      const status = host.before(name);
      if (status !== undefined) throw new Refusal(status);
      if (request.headers.authorization !== `Bearer ${GIT_TOKEN}`) throw new Refusal(401);
      const sent = body.length > 0 ? Sent.parse(JSON.parse(body.toString())) : {};
      const prefix = `/repos/${REPOSITORY}`;
      if (!url.pathname.startsWith(prefix)) throw new Refusal(404);
      const path = decodeURIComponent(url.pathname.slice(prefix.length));
      send(request.method === 'POST' ? 201 : 200, answer(repository, request.method, path, sent));
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      send(status, { message: `Refused: ${status} ${request.headers.authorization}` });
    }
  });
  // While git runs, this process does nothing else.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host: GitHost = {
    url: `http://127.0.0.1:${port}`,
    requests,
    before: () => undefined,
    tokenExpires: '',
    git: (...args) => repository.git(args).toString().trim(),
    push(branch, path, content) {
      const head = repository.find(`refs/heads/${branch}`);
      const tree = repository.changeTree(head, [
        content === null ? { path, sha: null } : { path, content },
      ]);
      const commit = repository.commit(tree, head === undefined ? [] : [head], 'Pushed');
      repository.git(['update-ref', `refs/heads/${branch}`, commit]);
    },
    files(branch) {
      const list = repository.git(['ls-tree', '-r', '-z', '--name-only', branch]).toString();
      const paths = list.split('\0').filter(Boolean);
      return Object.fromEntries(
        paths.map((path) => [
          path,
          repository.git(['show', `${branch}:${path}`]).toString('latin1'),
        ]),
      );
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return host;
}

interface Entry {
  readonly path: string;
  readonly content?: string | undefined;
  readonly sha?: string | null | undefined;
}

type Repository = ReturnType<typeof openRepository>;

function openRepository(folder: string) {
  const who = { NAME: 'Ada', EMAIL: 'ada@example.com' };
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  const env = { ...process.env, ...identity, GIT_DIR: folder, GIT_INDEX_FILE: join(folder, 'i') };
  const git = (args: readonly string[], input?: string | Buffer) =>
    execFileSync('git', args, {
      env,
      ...(input !== undefined && { input }),
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    });
  const line = (...args: Parameters<typeof git>) =>
    git(...args)
      .toString()
      .trim();
  git(['init', '--bare', '--quiet', folder]);

  return {
    git,
    find(name: string): string | undefined {
      try {
        return line(['rev-parse', '--verify', '--quiet', name]);
      } catch {
        return undefined;
      }
    },
    addBlob: (content: string | Buffer) => line(['hash-object', '-w', '--stdin'], content),
    changeTree(base: string | undefined, entries: readonly Entry[]): string {
      git(base === undefined ? ['read-tree', '--empty'] : ['read-tree', base]);
      const present = new Set(git(['ls-files', '-z']).toString().split('\0'));
      for (const { path, content, sha } of entries) {
        // GitHub rejects the deletion of a file that does not exist.
        if (sha === null && !present.has(path)) throw new Refusal(422);
        // Without a working copy, only this way can remove a file.
        if (sha === null) git(['update-index', '--index-info'], `0 ${'0'.repeat(40)}\t${path}\n`);
        else {
          const blob = sha ?? this.addBlob(content ?? '');
          git(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`]);
        }
      }
      return line(['write-tree']);
    },
    commit: (tree: string, parents: readonly string[], message: string) =>
      line(['commit-tree', tree, '-m', message, ...parents.flatMap((one) => ['-p', one])]),
  };
}

function answer(
  repository: Repository,
  method: string | undefined,
  path: string,
  sent: Sent,
): unknown {
  const [, kind = '', name = ''] = /^\/git\/(\w+)\/?(.*)$/.exec(path) ?? [];
  switch (`${method} ${kind}`) {
    case 'GET ':
      return { full_name: REPOSITORY };
    case 'GET ref': {
      const sha = repository.find(`refs/${name}`);
      // An empty repository has a status of its own.
      if (repository.git(['for-each-ref']).length === 0) throw new Refusal(409);
      if (sha === undefined) throw new Refusal(404);
      return { ref: `refs/${name}`, object: { type: 'commit', sha } };
    }
    case 'GET commits':
      return { sha: name, tree: { sha: repository.find(`${name}^{tree}`) } };
    case 'GET trees': {
      const lines = repository.git(['ls-tree', '-r', '-z', name]).toString().split('\0');
      const tree = lines.filter(Boolean).map((line) => {
        const [, mode, type, sha, file] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
        return { path: file, mode, type, sha };
      });
      return { sha: name, tree, truncated: false };
    }
    case 'GET blobs': {
      const content = repository.git(['cat-file', 'blob', name]).toString('base64');
      return { sha: name, content, encoding: 'base64' };
    }
    case 'POST blobs':
      return { sha: repository.addBlob(Buffer.from(sent.content ?? '', 'base64')) };
    case 'POST trees': {
      const entries = Array.isArray(sent.tree) ? sent.tree : [];
      return { sha: repository.changeTree(sent.base_tree, entries) };
    }
    case 'POST commits':
      return { sha: repository.commit(String(sent.tree), sent.parents ?? [], sent.message ?? '') };
    default:
      return moveBranch(repository, method, name, sent);
  }
}

function moveBranch(
  repository: Repository,
  method: string | undefined,
  name: string,
  { ref = `refs/${name}`, sha = '' }: Sent,
): unknown {
  const before = repository.find(ref);
  if (method === 'POST' ? before !== undefined : before === undefined) throw new Refusal(422);
  if (
    before !== undefined &&
    repository.git(['merge-base', before, sha]).toString().trim() !== before
  )
    throw new Refusal(422);
  repository.git(['update-ref', ref, sha]);
  return { ref, object: { type: 'commit', sha } };
}
