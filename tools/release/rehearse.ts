/**
 * Makes a release of this folder, with its uncommitted changes: commits the next version, tags it, pushes
 * both to a bare repository, and runs the release workflow of that tag. Stand-ins take the place of GitHub,
 * Sigstore, npm's registry and the accounts of a container registry.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vitrine/testing/postgres';
import { z } from 'zod';
import { runWorkflow } from './run-workflow.ts';
import { JOB_TOKEN } from './stand-ins/route.ts';

const ROOT = join(import.meta.dirname, '../..');
const STAND_INS = join(import.meta.dirname, 'stand-ins');
const REPOSITORY = 'example/vitrine';
const WORKFLOW = '.github/workflows/release.yml';
const ACCOUNT = { user: 'releaser', token: 'token of the registry' };
const Manifest = z.object({ version: z.string() });
const Started = z.object({ port: z.number(), root: z.string() });

export interface Rehearsal {
  readonly version: string;
  /** The address of the repository. */
  readonly repository: string;
  /** The name of the image of compose.yaml. */
  readonly image: string;
  /** The address of the registry behind the accounts. */
  readonly registry: string;
  /** The files of the release page. */
  readonly page: string;
  /**
   * Runs a command as a user who trusts Sigstore, in a clone of the release. Returns its output, or throws it
   * if the command fails.
   */
  run(command: string, folder?: string): string;
  /** An empty folder on the machine of that user. */
  readonly home: string;
  stop(): void;
}

/** Without `realImages`, the images have only the files that a test reads. */
export async function rehearse({ realImages }: { realImages: boolean }): Promise<Rehearsal> {
  mkdirSync(join(ROOT, '.dev'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.dev/release-'));
  const children: ChildProcess[] = [];
  const stop = () => {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true });
  };
  try {
    const host = join(folder, 'host.git');
    const { version, sha } = pushRelease(join(folder, 'source'), host, realImages);
    const tag = `v${version}`;
    const run = {
      repository: REPOSITORY,
      ref: `refs/tags/${tag}`,
      sha,
      workflow_ref: `${REPOSITORY}/${WORKFLOW}@refs/tags/${tag}`,
    };
    const registry = await startRegistry(folder, children);
    const { port, root } = await startStandIns([run, ACCOUNT, registry], children);
    const image = `localhost:${port}/vitrine/vitrine`;
    const env = (home: string) => prepareMachine(join(folder, home), port, root);

    let installed = join(folder, 'source');
    await runWorkflow(join(folder, 'source', WORKFLOW), {
      values: {
        'vars.IMAGE_NAME': image,
        'vars.IMAGE_REGISTRY_USER': ACCOUNT.user,
        'secrets.IMAGE_REGISTRY_TOKEN': ACCOUNT.token,
        'github.token': 'token of the job',
      },
      env: { ...env('runner'), ...describeRun(run), ...buildSettings(folder) },
      idToken: {
        ACTIONS_ID_TOKEN_REQUEST_URL: `http://localhost:${port}/id-token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: JOB_TOKEN,
      },
      checkOut(job) {
        const clone = join(folder, job);
        execFileSync(
          'git',
          ['clone', '--quiet', '--depth=1', `--branch=${tag}`, `file://${host}`, clone],
          { stdio: 'pipe' },
        );
        return clone;
      },
      install(clone) {
        moveModules(installed, clone);
        installed = clone;
      },
    });

    const user = env('user');
    return {
      version,
      repository: `https://github.com/${REPOSITORY}`,
      image,
      registry: `http://127.0.0.1:${registry}`,
      page: join(folder, 'runner/page', tag),
      home: user.HOME,
      run(command, cwd = installed) {
        const options = { cwd, env: user, encoding: 'utf8' } as const;
        const { status, stdout } = spawnSync('bash', ['--norc', '-c', `${command} 2>&1`], options);
        if (status !== 0) throw new Error(stdout);
        return stdout;
      },
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Follows docs/releasing.md in a copy of this folder, and pushes to a new repository. */
function pushRelease(source: string, host: string, realImages: boolean) {
  mkdirSync(source);
  const { PATH, HOME } = process.env;
  const shell = (command: string) =>
    execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
      cwd: source,
      env: { PATH, HOME },
      encoding: 'utf8',
    });
  shell(`git init --quiet
    git -c safe.directory='*' -C ${ROOT} ls-files --cached --others --exclude-standard -z |
      tar -C ${ROOT} --null --files-from=- --ignore-failed-read -c 2>/dev/null | tar -x`);
  const changelog = join(source, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  // Right after a release, nothing is unreleased.
  if (!text.includes('## Unreleased\n'))
    writeFileSync(changelog, text.replace('\n## ', '\n## Unreleased\n\n- A rehearsal.\n\n## '));
  if (!realImages) replaceImages(source);
  moveModules(ROOT, source);
  const before = Manifest.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
  const [major, minor] = before.version.split('.').map(Number);
  const version = `${major}.${(minor ?? 0) + 1}.0`;
  shell(`npm run release:version ${version} >/dev/null
    git init --quiet --bare ${host}
    git config user.name Rehearsal && git config user.email rehearsal@localhost
    git add --all && git commit --quiet --message 'chore: release ${version}' && git tag v${version}
    git push --quiet ${host} HEAD:refs/heads/main v${version}`);
  return { version, sha: shell('git rev-parse HEAD').trim() };
}

/** Images with what the SBOM is made of. Building the real ones takes minutes. */
function replaceImages(source: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  write('.dockerignore', '');
  write('Dockerfile', 'FROM scratch AS one\nCOPY image /\nFROM scratch\nCOPY image /\n');
  write('image/usr/local/bin/node', `node.js/${process.version}\n`);
  write(
    'image/var/lib/dpkg/status.d/libc6',
    'Package: libc6\nVersion: 2.36-9+deb12u13\nArchitecture: amd64\n',
  );
}

/** Stands for `npm ci`: moves what is installed to the next clone. The first one shares the files of this folder. */
function moveModules(from: string, to: string): void {
  for (const path of globSync(['node_modules', '{apps,packages}/*/node_modules'], { cwd: from }))
    if (from === ROOT) execFileSync('cp', ['-al', join(from, path), join(to, path)]);
    else renameSync(join(from, path), join(to, path));
  // npm changes this file in place.
  rmSync(join(to, 'node_modules/.package-lock.json'), { force: true });
}

/** A registry without accounts. Returns its port. */
async function startRegistry(folder: string, children: ChildProcess[]): Promise<number> {
  const port = await freePort();
  const config = join(folder, 'registry.json');
  const storage = { filesystem: { rootdirectory: join(folder, 'registry') } };
  const http = { addr: `127.0.0.1:${port}` };
  writeFileSync(config, JSON.stringify({ version: 0.1, log: { level: 'error' }, storage, http }));
  children.push(spawn('docker-registry', ['serve', config], { stdio: 'ignore' }));
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/v2/`).catch(() => undefined)) return port;
    await sleep(100);
  }
  throw new Error('docker-registry did not start.');
}

async function startStandIns(options: unknown[], children: ChildProcess[]) {
  const args = options.map((option) => JSON.stringify(option));
  const server = spawn(process.execPath, [join(STAND_INS, 'server.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(server);
  const [line] = await once(createInterface(server.stdout), 'line');
  return Started.parse(JSON.parse(z.string().parse(line)));
}

/** The environment of a machine that trusts the stand-in for Sigstore, and uses the one for npm. */
function prepareMachine(home: string, port: number, root: string) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  // Where Sigstore's library and npm keep the keys that they trust.
  for (const cache of ['.local/share/sigstore-js', '.npm/_tuf'])
    write(`${cache}/tuf-repo-cdn.sigstore.dev/root.json`, root);
  write(
    '.config/containers/registries.conf',
    `[[registry]]\nlocation = "localhost:${port}"\ninsecure = true\n`,
  );
  write('bin/sudo', '#!/bin/sh\nshift\nexec "$@"\n');
  // Stands for the page of a release, which has the files that are named.
  write(
    'bin/gh',
    `#!/bin/sh
[ "$1 $2" = 'release create' ] && [ -n "$GH_TOKEN" ] && mkdir -p "$HOME/page/$3" || exit 1
for file; do [ ! -f "$file" ] || cp "$file" "$HOME/page/$3"; done
`,
  );
  for (const name of ['sudo', 'gh']) chmodSync(join(home, 'bin', name), 0o755);
  return {
    HOME: home,
    PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    NODE_OPTIONS: `--import=${join(STAND_INS, 'redirect.ts')}`,
    STAND_INS: `http://localhost:${port}`,
    npm_config_registry: `http://localhost:${port}/`,
    npm_config_update_notifier: 'false',
  };
}

function describeRun(run: { repository: string; ref: string; sha: string; workflow_ref: string }) {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: run.repository,
    GITHUB_REPOSITORY_ID: '1',
    GITHUB_REPOSITORY_OWNER_ID: '2',
    GITHUB_REF: run.ref,
    GITHUB_REF_NAME: run.ref.slice('refs/tags/'.length),
    GITHUB_SHA: run.sha,
    GITHUB_WORKFLOW_REF: run.workflow_ref,
    GITHUB_EVENT_NAME: 'push',
    GITHUB_RUN_ID: '3',
    GITHUB_RUN_ATTEMPT: '1',
    RUNNER_ENVIRONMENT: 'github-hosted',
  };
}

/** How to build inside a container. The environment of the rehearsal can set the others. */
function buildSettings(folder: string): Record<string, string> {
  const storage = join(folder, 'storage.conf');
  const [graph, run] = [join(folder, 'images'), join(folder, 'images-run')];
  writeFileSync(storage, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`);
  const given = ['CONTAINERS_STORAGE_CONF', 'BASE', 'POSTGRES', 'POSTGRES_SOURCE'].flatMap(
    (name) => (process.env[name] ? [[name, process.env[name]]] : []),
  );
  return {
    BUILDAH_ISOLATION: 'chroot',
    CONTAINERS_STORAGE_CONF: storage,
    PLATFORMS: `linux/${process.arch === 'x64' ? 'amd64' : process.arch}`,
    ...Object.fromEntries(given),
  };
}
