/** Before PostgreSQL starts: creates or upgrades its data, and lays out the services for s6. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { syncFiles, upgrade } from './upgrade.ts';
import {
  clusterOf,
  copyTemplate,
  makePlan,
  type Place,
  type Plan,
  prepareVolume,
  removeCopy,
  useCluster,
  VolumeError,
} from './volume.ts';

const PLACE: Place = {
  data: '/data',
  servers: '/usr/lib/postgresql',
  template: '/usr/share/vitrine/cluster',
};
/** In memory, and only for the user of the container: it also has PostgreSQL's socket. */
const RUN = '/run/vitrine';

try {
  prepareVolume(PLACE);
  rmSync(RUN, { recursive: true, force: true });
  mkdirSync(RUN, { mode: 0o700 });
  const { POSTGRES_ROLLBACK } = process.env;
  const major = await carryOut(makePlan(PLACE, POSTGRES_ROLLBACK));
  // Process IDs repeat in containers, so a stale file can name a process that lives. The lock on the volume
  // proves that no server uses this data.
  rmSync(join(clusterOf(PLACE, major), 'postmaster.pid'), { force: true });
  layOutServices();
} catch (error) {
  if (!(error instanceof VolumeError)) throw error;
  log(error.message);
  process.exitCode = 1;
}

/** Returns the version to start. */
async function carryOut(plan: Plan): Promise<number> {
  switch (plan.action) {
    case 'start':
      return plan.major;
    case 'create':
      copyTemplate(PLACE, plan.major);
      await syncFiles(PLACE);
      useCluster(PLACE, plan.major);
      return plan.major;
    case 'go back':
      useCluster(PLACE, plan.to);
      log(
        `Back to PostgreSQL ${plan.to}. Changes since the upgrade stay in postgres/${plan.from}.`,
      );
      return plan.to;
    case 'upgrade':
      return tryUpgrade(plan);
  }
}

async function tryUpgrade({ from, to }: { from: number; to: number }): Promise<number> {
  try {
    log(`Upgrading PostgreSQL ${from} to ${to}.`);
    await upgrade(PLACE, { from, to });
    log(`PostgreSQL ${from} was upgraded to ${to}. The data of before is kept for 30 days.`);
    return to;
  } catch (error) {
    log(`PostgreSQL ${from} stays in use, because the upgrade failed. The next start tries again.`);
    log(String(error));
    removeCopy(PLACE, to);
    return from;
  }
}

/**
 * A folder for each service. The scripts are links: a file system in memory may forbid to execute what is
 * in it.
 */
function layOutServices(): void {
  const services = join(RUN, 'services');
  const links = {
    postgres: { run: 'postgres/run', 'down-signal': 'postgres/down-signal' },
    vitrine: { run: 'vitrine/run', finish: 'vitrine/finish' },
    '.s6-svscan': { SIGTERM: 'stop', SIGINT: 'stop', finish: 'finish' },
  };
  for (const [service, scripts] of Object.entries(links)) {
    mkdirSync(join(services, service), { recursive: true });
    for (const [name, script] of Object.entries(scripts))
      symlinkSync(join(import.meta.dirname, script), join(services, service, name));
  }
}

function log(message: string): void {
  process.stderr.write(`vitrine: ${message}\n`);
}
