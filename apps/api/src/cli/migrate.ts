import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../config.ts';
import { connect } from '../db/client.ts';
import { explainDatabaseError } from '../db/explain-error.ts';
import { migrate } from '../db/migrate.ts';

/** `npm run db:migrate`: brings the database to the newest schema, as the service does at each start. */
try {
  const settings = ['.env', '.dev/env'].find((file) => existsSync(file));
  if (settings) process.loadEnvFile(settings);
  const db = connect({ url: readConfig().databaseUrl, onConnectionError: () => {} });
  const applied = await migrate(db).finally(() => db.destroy());
  process.stdout.write(
    applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'Nothing to do.\n',
  );
} catch (error) {
  const fault = error instanceof ConfigError ? error.message : explainDatabaseError(error);
  if (fault === undefined) throw error;
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
