import { readConfig } from './config.ts';
import { connect } from './db/client.ts';
import { migrate } from './db/migrate.ts';

/** `npm run db:migrate`: brings the database to the newest schema. The service does so itself at each start. */
const db = connect({ url: readConfig().databaseUrl, onConnectionError: () => {} });
try {
  const applied = await migrate(db);
  process.stdout.write(
    applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'Nothing to do.\n',
  );
} finally {
  await db.destroy();
}
