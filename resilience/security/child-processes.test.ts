import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

let host: Host;
let owner: Client;
beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
});
afterAll(() => host.stop());

/** One call for each process. A process stays for some seconds after its answer. */
const WORK: Record<string, () => Promise<{ status: number }>> = {
  'media-worker.ts': async () =>
    owner.call(calls.softwareApplication.add, {
      form: { name: 'Loom', svg: await uploads.png() },
    }),
  'icon-worker.ts': () => owner.call(calls.icon.search, { query: { search: 'git' } }),
  'import-worker.ts': () =>
    owner.call(calls.import.read, {
      query: { name: 'resume.json' },
      file: Uint8Array.from(Buffer.from('{"skills":[]}')),
    }),
  'typst-worker.ts': () => owner.call(calls.resume.preview, { json: DEFAULT_RESUME_SETTINGS }),
  'worker.js': () =>
    owner.call(calls.site.saveDraft, {
      json: { ...DEFAULT_SITE_SETTINGS, customCss: 'p { color: red }' },
    }),
};

test.each(Object.keys(WORK))('%s runs confined and without the settings', async (file) => {
  const response = await WORK[file]?.();
  expect([200, 201]).toContain(response?.status);
  const child = (await childrenOf(host.service.pid)).find(
    ({ command }) => basename(command.at(-1) ?? '') === file,
  );
  expect(child?.command).toContain('--permission');
  expect(child?.command.join(' ')).not.toMatch(/--allow-(net|child-process|worker|fs-write)/);
  for (const name of child?.environment.map((variable) => variable.split('=')[0]) ?? [])
    expect([
      'MALLOC_ARENA_MAX',
      'RAYON_NUM_THREADS',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ]).toContain(name);
});

async function childrenOf(parent: number) {
  const children: { command: string[]; environment: string[] }[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // A process may end in the meantime.
    const [stat, command, environment] = await Promise.all(
      ['stat', 'cmdline', 'environ'].map((name) =>
        readFile(`/proc/${id}/${name}`, 'utf8').catch(() => ''),
      ),
    );
    const parentId = stat?.slice(stat.lastIndexOf(')')).split(' ')[2];
    if (Number(parentId) === parent)
      children.push({ command: parts(command), environment: parts(environment) });
  }
  return children;
}

function parts(list = ''): string[] {
  return list.split('\0').filter((part) => part !== '');
}
