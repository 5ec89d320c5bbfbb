import { type Config, ConfigError, readConfig } from './config.ts';
import { bindPort } from './listen.ts';
import { waitForAddresses } from './modules/address/address-store.ts';
import { type Service, startService } from './service.ts';

try {
  let service = await start();
  followAddresses();
  const stop = () => {
    // Exit even if a connection or a job never ends.
    setTimeout(() => process.exit(1), 4_500).unref();
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  void service.idle?.then(stop);

  /** Starts the service again with each new address. */
  function followAddresses(): void {
    void service.outdated.then(async () => {
      await service.stop();
      service = await start();
      followAddresses();
    });
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Vitrine cannot start with these settings:\n${error.message}\n`);
  process.exit(1);
}

async function start(): Promise<Service> {
  const config = await readSettings();
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
  return startService(await readSettings({ PORT }), socket);
}

/** In a home network, the owner can add addresses in the dashboard. */
async function readSettings(overrides: NodeJS.ProcessEnv = {}): Promise<Config> {
  const config = readConfig(undefined, overrides);
  if (!config.homeNetwork) return config;
  return readConfig(undefined, overrides, await waitForAddresses(config.databaseUrl));
}
