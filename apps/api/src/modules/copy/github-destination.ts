import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CopyError } from './copy-error.ts';
import type { Destination } from './destination.ts';
import { type GithubApi, githubApi, repositoryMissing } from './github-api.ts';
import { MANIFEST, type Manifest, readManifest, writeManifest } from './manifest.ts';

interface GithubOptions {
  readonly apiUrl: string;
  /** With its owner, like ada/portfolio. */
  readonly repository: string;
  readonly branch: string;
  readonly token: string;
  /** Between the uploads of pictures, because GitHub limits how many a minute may have. */
  readonly pauseMs?: number;
  /** The pictures in one update: below 500 an hour. */
  readonly maxFiles?: number;
}

const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const Named = z.object({ sha: Sha });
const Ref = z.object({ object: Named });
const Commit = z.object({ tree: Named });
const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), sha: Sha })),
  truncated: z.boolean().default(false),
});
const Blob = z.object({ content: z.string(), encoding: z.literal('base64') });
const Anything = z.unknown();

type Entry = { readonly path: string } & (
  | { readonly content: string }
  | { readonly sha: string | null }
);

/** One request takes the texts of so many files, or of so many bytes. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 4_000_000;

/** An update is one commit, so that visitors see all of it at once, and an interrupted one changes nothing. */
export function githubDestination(options: GithubOptions): Destination {
  const { apiUrl, repository, branch, token, pauseMs = 1_000, maxFiles = 400 } = options;
  const api = githubApi(apiUrl, repository, token);
  const ref = branch.split('/').map(encodeURIComponent).join('/');
  let head: Head | undefined;
  let tree = treeBuilder(api, undefined);
  /** By their checksums. They need not be sent again if somebody pushes in the meantime. */
  const blobs = new Map<string, string>();

  return {
    parallel: 1,
    maxFiles,
    tokenExpiresAt: api.tokenExpiresAt,
    async read() {
      head = await findHead(api, ref);
      tree = treeBuilder(api, head?.tree);
      return head && readFiles(api, head.tree);
    },
    async put({ path, hash, read }) {
      const known = blobs.get(hash);
      if (known !== undefined) return tree.add({ path, sha: known }, 0);
      const content = await read();
      const text = content.toString();
      const isText = content.length > 0 && Buffer.from(text).equals(content);
      if (isText) return tree.add({ path, content: text }, content.length);
      const sha = await writeBlob(api, content);
      blobs.set(hash, sha);
      await tree.add({ path, sha }, 0);
      await sleep(pauseMs);
    },
    remove: (path) => tree.add({ path, sha: null }, 0),
    async finish(after) {
      const manifest = writeManifest(after).toString();
      await tree.add({ path: MANIFEST, content: manifest }, manifest.length);
      const parents = head ? [head.commit] : [];
      const body = { message: 'Update the static copy', tree: await tree.write(), parents };
      const { sha } = await api.call('/git/commits', { method: 'POST', body, schema: Named });
      await api.call(head ? `/git/refs/heads/${ref}` : '/git/refs', {
        ...(head
          ? { method: 'PATCH', body: { sha, force: false } }
          : { method: 'POST', body: { sha, ref: `refs/heads/${branch}` } }),
        schema: Anything,
      });
    },
    async reach() {
      if ((await api.find('', { schema: Anything })) === undefined) throw repositoryMissing();
      return `Found ${repository}.`;
    },
    async tryWrite(content) {
      const sha = await writeBlob(api, content);
      // No commit names it, so that GitHub deletes it by itself.
      return { read: () => readBlob(api, sha), remove: async () => {} };
    },
  };
}

interface Head {
  readonly commit: string;
  readonly tree: string;
}

/** Returns undefined if the branch does not exist, so that the update creates it. */
async function findHead({ find, call }: GithubApi, ref: string): Promise<Head | undefined> {
  const found = await find(`/git/ref/heads/${ref}`, { schema: Ref });
  if (!found) {
    // Fails if it is the repository that does not exist.
    await call('', { schema: Anything });
    return undefined;
  }
  const commit = found.object.sha;
  const { tree } = await call(`/git/commits/${commit}`, { schema: Commit });
  return { commit, tree: tree.sha };
}

async function readFiles(api: GithubApi, head: string): Promise<Manifest | undefined> {
  const path = `/git/trees/${head}?recursive=1`;
  const { tree, truncated } = await api.call(path, { schema: Tree });
  if (truncated) throw new CopyError('The branch has too many files.', { isFinal: true });
  const present = new Map(tree.map((file) => [file.path, file.sha]));
  const sha = present.get(MANIFEST);
  const manifest = sha && readManifest((await readBlob(api, sha)).toString());
  if (!manifest) return undefined;
  // GitHub rejects the deletion of a file that somebody else has deleted.
  const keep = <T>(map: ReadonlyMap<string, T>) =>
    new Map([...map].filter(([name]) => present.has(name)));
  return { files: keep(manifest.files), gone: keep(manifest.gone) };
}

async function readBlob({ call }: GithubApi, sha: string): Promise<Buffer> {
  const { content } = await call(`/git/blobs/${sha}`, { schema: Blob });
  return Buffer.from(content, 'base64');
}

async function writeBlob({ call }: GithubApi, content: Buffer): Promise<string> {
  const body = { content: content.toString('base64'), encoding: 'base64' };
  return (await call('/git/blobs', { method: 'POST', body, schema: Named })).sha;
}

/** Collects changes of a tree, and sends as many at a time as a request takes. */
function treeBuilder({ call }: GithubApi, base: string | undefined) {
  let sha = base;
  let entries: Entry[] = [];
  let bytes = 0;

  async function write(): Promise<string | undefined> {
    if (entries.length === 0) return sha;
    const body = {
      ...(sha !== undefined && { base_tree: sha }),
      tree: entries.map((entry) => ({ mode: '100644', type: 'blob', ...entry })),
    };
    [entries, bytes] = [[], 0];
    sha = (await call('/git/trees', { method: 'POST', body, schema: Named })).sha;
    return sha;
  }

  return {
    async add(entry: Entry, size: number): Promise<void> {
      entries.push(entry);
      bytes += size;
      if (entries.length >= MAX_ENTRIES || bytes >= MAX_BYTES) await write();
    },
    /** Returns the name of the tree with all changes. */
    write,
  };
}
