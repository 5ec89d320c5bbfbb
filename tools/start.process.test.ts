import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('npm start asks for a build when there is none', () => {
  const clone = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  cpSync(join(import.meta.dirname, 'start.mjs'), join(clone, 'tools/start.mjs'));
  const { status, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], { cwd: clone });
  rmSync(clone, { recursive: true });
  expect(String(stderr)).toBe('Vitrine is not built yet. Run: npm run build\n');
  expect(status).toBe(1);
});
