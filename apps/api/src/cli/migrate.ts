import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../config.ts';
import { connect } from '../db/client.ts';
import { explainDatabaseError } from '../db/explain-error.ts';
import { migrate } from '../db/migrate.ts';

/** `npm run db:migrate`: applies pending migrations, as the service does at startup. */
try {
  const settings = ['.env', '.dev/env'].find((file) => existsSync(file));
  if (settings) process.loadEnvFile(settings);
  const db = connect({ url: readConfig().databaseUrl, onConnectionError: () => {} });
  const applied = await migrate(db).finally(() => db.destroy());
  process.stdout.write(
    applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n',
  );
} catch (error) {
  const message = error instanceof ConfigError ? error.message : explainDatabaseError(error);
  if (message === undefined) throw error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
