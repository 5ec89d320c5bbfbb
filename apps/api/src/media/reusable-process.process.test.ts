import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ProbeRequest, ProbeResult } from '@vitrine/testing/probe-process';
import { expect, onTestFinished, test } from 'vitest';
import { ICON_WORKER, IMPORT_WORKER, MEDIA_WORKER, SITE_WORKER, TYPST_WORKER } from '../paths.ts';
import { confinement, reusableProcess } from './reusable-process.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PROBE = fileURLToPath(import.meta.resolve('@vitrine/testing/probe-process'));
const DENIED = 'ERR_ACCESS_DENIED';
/** Node 24 cannot restrict the network. */
const NETWORK = process.allowedNodeEnvironmentFlags.has('--allow-net') ? DENIED : 'allowed';

test.each<[string, string, boolean, object]>([
  ['renders the site', SITE_WORKER, true, { kind: 'check-css', css: 'a { color: red }' }],
  [
    'typesets',
    TYPST_WORKER,
    true,
    { template: 'resume-classic', output: 'pdf', data: {}, pictures: {} },
  ],
  ['reads imports', IMPORT_WORKER, false, { bytes: Buffer.from('{"skills":[]}') }],
  ['finds icons', ICON_WORKER, false, { search: 'a', style: 'color' }],
  ['encodes media', MEDIA_WORKER, true, { type: 'pdf', bytes: Buffer.from('%PDF-') }],
])(
  'the process that %s ends quietly if the service stops before its answer',
  async (_, file, loadsNativeCode, request) => {
    const child = fork(file, {
      env: {},
      execArgv: confinement(loadsNativeCode),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const output = child.stderr && text(child.stderr);
    const exit = once(child, 'exit');
    child.send(request, () => child.disconnect());
    expect([await exit, await output]).toEqual([[0, null], '']);
  },
);

test.each([false, true])(
  'a process can read only code, and no settings, and cannot use the network (native code: %s)',
  async (loadsNativeCode) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.close();
      await rm(folder, { recursive: true });
    });
    const media = join(folder, 'picture.png');
    await writeFile(media, 'private');
    const besideTheCode = join(ROOT, 'package.json');
    const environmentOfService = `/proc/${process.pid}/environ`;
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    const limits = { idleMs: 0, timeoutMs: 60_000 };
    const { ask } = reusableProcess<ProbeRequest, ProbeResult>(PROBE, {
      ...limits,
      loadsNativeCode,
    });
    const result = await ask({
      files: [PROBE, media, besideTheCode, environmentOfService, '/etc/passwd'],
      newFile: join(folder, 'new'),
      port,
      nativeModule: await findNativeModule(),
    });

    expect(result).toEqual({
      outcomes: {
        [`read ${PROBE}`]: 'allowed',
        [`read ${media}`]: DENIED,
        [`read ${besideTheCode}`]: DENIED,
        [`read ${environmentOfService}`]: DENIED,
        'read /etc/passwd': DENIED,
        'list /': DENIED,
        write: DENIED,
        connect: NETWORK,
        listen: NETWORK,
        resolve: NETWORK,
        'start a process': DENIED,
        'start a thread': DENIED,
        'load native code': loadsNativeCode ? 'allowed' : 'ERR_DLOPEN_DISABLED',
      },
      environment: [],
    });
  },
);

async function findNativeModule(): Promise<string> {
  const folder = join(ROOT, 'node_modules/@img');
  const files = await readdir(folder, { recursive: true });
  return join(folder, files.find((file) => file.endsWith('.node')) ?? '');
}

test('every process of the product is confined, and there are no threads', async () => {
  const folders = ['apps/api/src', ...['contract', 'markdown', 'resume', 'site'].map(sourceOf)];
  const starting: string[] = [];
  for (const folder of folders)
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const code = await readFile(join(ROOT, folder, file), 'utf8');
      if (/child_process|worker_threads|node:cluster/.test(code)) starting.push(join(folder, file));
    }
  expect(starting).toEqual(['apps/api/src/media/reusable-process.ts']);
});

function sourceOf(name: string): string {
  return `packages/${name}/src`;
}
