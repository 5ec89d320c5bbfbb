import { ConfigError, readConfig } from './config.ts';
import { connect } from './db/client.ts';
import { migrate } from './db/migrate.ts';

/** `npm run db:migrate`: brings the database to the newest schema, as the service does at each start. */
try {
  const db = connect({ url: readConfig().databaseUrl, onConnectionError: () => {} });
  const applied = await migrate(db).finally(() => db.destroy());
  process.stdout.write(
    applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'Nothing to do.\n',
  );
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
