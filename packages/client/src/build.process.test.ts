import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');

test('the client builds to one file below 2 KB compressed without imports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  const config = join(PACKAGE, 'tsconfig.build.json');
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, '--outDir', folder]);
  const code = await readFile(join(folder, 'client.js'), 'utf8');
  expect(await readdir(folder)).toContain('client.d.ts');
  await rm(folder, { recursive: true });
  expect(code).not.toMatch(/\bimport\b/);
  expect(gzipSync(code).length).toBeLessThan(2 * 1024);
});
