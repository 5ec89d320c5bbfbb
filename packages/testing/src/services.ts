import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createDatabase } from './database.ts';
import { type ServiceProcess, startProcess } from './process.ts';

/** Creates a database and a media folder for each test, and ends the services that it starts. */
export function useServices({ empty = false } = {}) {
  const processes: ServiceProcess[] = [];
  let settings = { DATABASE_URL: '', MEDIA_DIR: '' };
  let dropDatabase = async () => {};

  beforeEach(async () => {
    const database = await createDatabase({ empty });
    dropDatabase = database.drop;
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
    settings = { DATABASE_URL: database.url, MEDIA_DIR: folder };
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((service) => service.signal('SIGKILL')));
    await dropDatabase();
    await rm(settings.MEDIA_DIR, { recursive: true, force: true });
  });

  return {
    /** The settings of the current test. */
    get settings() {
      return settings;
    },
    async start(env: Record<string, string> = {}): Promise<ServiceProcess> {
      const service = await startProcess({ ...settings, ...env });
      processes.push(service);
      return service;
    },
  };
}
