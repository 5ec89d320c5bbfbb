/** `npm run seed`: adds the demo portfolio, to the development database unless DATABASE_URL is set. */
import { join } from 'node:path';
import { seed } from '@vitrine/demo/seed';
import { startPostgres } from '@vitrine/testing/postgres';

const FOLDER = join(import.meta.dirname, '..', '.dev');

const postgres = process.env['DATABASE_URL']
  ? undefined
  : await startPostgres({ folder: join(FOLDER, 'postgres') });
try {
  const message = await seed({
    MEDIA_DIR: join(FOLDER, 'media'),
    ...process.env,
    ...(postgres && { DATABASE_URL: postgres.url('postgres') }),
  });
  console.log(message);
} finally {
  await postgres?.stop();
}
