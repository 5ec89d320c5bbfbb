import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeed, removeSeed } from '@vitrine/testing/environment';
import { startPostgres } from '@vitrine/testing/postgres';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Uses the PostgreSQL in DATABASE_URL, or starts one for the whole run. Every worker copies the same
 * seed, and shares a folder for this run. Workers inherit the environment variables.
 */
async function globalSetup(): Promise<() => Promise<void>> {
  for (const file of ['apps/dashboard/dist/index.html', 'apps/api/dist/main.js'])
    if (!existsSync(join(ROOT, file)))
      throw new Error(`${file} is missing. Run npm run build first.`);
  const own = process.env['DATABASE_URL'] ? undefined : await startPostgres({ durable: false });
  const adminUrl = process.env['DATABASE_URL'] ?? own?.url('postgres') ?? '';
  const seed = await createSeed(adminUrl);
  const runDir = await mkdtemp(join(tmpdir(), 'vitrine-run-'));
  Object.assign(process.env, {
    DATABASE_URL: adminUrl,
    RUN_DIR: runDir,
    SEED_DATABASE: seed.database,
    SEED_MEDIA_DIR: seed.mediaDir,
  });
  return async () => {
    await rm(runDir, { recursive: true, force: true });
    await removeSeed(adminUrl, seed);
    await own?.stop();
  };
}

export default globalSetup;
