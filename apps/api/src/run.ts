import { inspect } from 'node:util';
import { type Config, ConfigError, readConfigAndAddresses } from './config.ts';
import { bindPort } from './listen.ts';
import { waitForAddresses } from './modules/address/address-store.ts';
import { type Service, startService } from './service.ts';

const RESTART_MS = 30_000;

try {
  const first = await start();
  /** The service that runs, or the next one during a restart. */
  let running = Promise.resolve(first);
  const stop = () => {
    // Exit even if a connection or a job never ends.
    setTimeout(() => process.exit(1), 4_500).unref();
    running
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  follow(first);

  /** Starts the service again with each new address, and stops it when there is nothing to do. */
  function follow(service: Service): void {
    void service.idle?.then(stop);
    void service.outdated.then(() => {
      running = restart(service);
      running.then(follow, (error) =>
        failRestart(error instanceof ConfigError ? error.message : inspect(error)),
      );
    });
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Vitrine cannot start with these settings:\n${error.message}\n`);
  process.exit(1);
}

/** Exits if it takes too long, so that what supervises the process can start it. */
async function restart(service: Service): Promise<Service> {
  const deadline = setTimeout(() => failRestart('It took more than 30 seconds.'), RESTART_MS);
  await service.stop();
  const next = await start();
  clearTimeout(deadline);
  return next;
}

function failRestart(reason: string): void {
  process.stderr.write(`Vitrine cannot start with the new addresses:\n${reason}\n`);
  process.exit(1);
}

async function start(): Promise<Service> {
  const config = await readConfigAndAddresses(waitForAddresses);
  const choosesPort = config.port === 0 && config.inheritedSocket === undefined;
  const service = choosesPort ? await startOnFreePort(config) : await startService(config);
  // Printed at any log level: nothing else shows which port the system chose.
  if (choosesPort) process.stdout.write(`Listening on ${service.address}\n`);
  if (config.metricsListen?.port === 0)
    process.stdout.write(`Serving metrics on ${service.metricsAddress}\n`);
  return service;
}

/** Binds the port before building the app, which needs its own address: PUBLIC_URL defaults to it. */
async function startOnFreePort(config: Config): Promise<Service> {
  const socket = await bindPort(config);
  const bound = socket.address();
  const PORT = typeof bound === 'object' ? String(bound?.port) : undefined;
  return startService(await readConfigAndAddresses(waitForAddresses, { PORT }), socket);
}
