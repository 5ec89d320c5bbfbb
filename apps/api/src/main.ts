import { ConfigError, readConfig } from './config.ts';
import { startService } from './service.ts';

try {
  const service = await startService(readConfig());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Whatever hangs, a stop is a stop.
      setTimeout(() => process.exit(1), 4_500).unref();
      service.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Vitrine cannot start with these settings:\n${error.message}\n`);
  process.exit(1);
}
