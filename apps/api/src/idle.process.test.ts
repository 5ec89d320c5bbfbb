import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import { OWNER } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { startMailCatcher } from '@vitrine/testing/mail-catcher';
import { run } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { useServices } from '@vitrine/testing/services';
import { expect, onTestFinished, test } from 'vitest';

const services = useServices();
const IDLE = { EXIT_WHEN_IDLE: '0.1' };
const { email } = OWNER;

async function startWithOwner(settings: Record<string, string> = {}) {
  const service = await services.start({ ...IDLE, SETUP_CODE: 'setup-code', ...settings });
  await service.waitForStatus('/readyz', 200);
  const owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  return { service, owner };
}

/** Waits until a process with a database of its own, in which nothing happens, has ended. */
async function outlastIdleProcess(): Promise<void> {
  const database = await createDatabase();
  const idle = await services.start({ ...IDLE, DATABASE_URL: database.url });
  expect(await idle.exited).toBe(0);
  await database.drop();
}

test('an open event stream keeps the service awake', async () => {
  const { service, owner } = await startWithOwner();
  const stream = await owner.fetch(`/api/v1${streams.messages.path}`);
  expect(stream.status).toBe(200);
  await outlastIdleProcess();
  expect((await owner.fetch('/healthz')).status).toBe(200);
  await stream.body?.cancel();
  expect(await service.exited).toBe(0);
});

test('an email that is being sent keeps the service awake', async () => {
  const slow = createServer((socket) => socket.write('220 slow\r\n')).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const { service, owner } = await startWithOwner({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const connected = once(slow, 'connection');
  await owner.call(calls.user.forgotPassword, { json: { email } });
  const [socket] = await connected;
  await outlastIdleProcess();
  expect((await owner.fetch('/healthz')).status).toBe(200);
  // The next try fails at once.
  slow.close();
  socket.destroy();
  expect(await service.exited).toBe(0);
});

test('after a restart with new addresses, the service still ends when idle', async () => {
  const { service, owner } = await startWithOwner({ HOME_NETWORK: 'true' });
  const json = { dashboard: '', site: '' };
  expect((await owner.call(calls.address.update, { json })).status).toBe(200);
  expect(await service.exited).toBe(0);
  expect(service.output().match(/^Listening on/gm)).toHaveLength(2);
});

test('vitrine tick publishes, sends and backs up what is due while the service sleeps', async () => {
  const { service, owner } = await startWithOwner();
  const { body } = await owner.call(calls.project.addDraft, { json: { title: 'Due' } });
  await owner.call(calls.project.schedule, {
    params: { id: body.project._id },
    json: { publishAt: new Date(Date.now() + 3_600_000).toISOString() },
  });
  // Without a mail server, it waits in its queue.
  await owner.call(calls.user.forgotPassword, { json: { email } });
  expect(await service.exited).toBe(0);

  const { DATABASE_URL, MEDIA_DIR } = services.settings;
  const letAnHourPass = () =>
    runSql(
      DATABASE_URL,
      `with due as (update pgboss.job set start_after = start_after - interval '1 hour')
       update project set publish_at = publish_at - interval '1 hour'`,
    );
  const readState = () => runSql(DATABASE_URL, 'select state from project');
  expect(await readState()).toEqual([{ state: 'draft' }]);
  await letAnHourPass();
  const unsent = await run('vitrine.ts', ['tick'], services.settings);
  expect(unsent.output).toMatch(/^job failed: .*SMTP_URL is not set/m);
  expect(unsent.code).toBe(1);
  expect(await readState()).toEqual([{ state: 'published' }]);

  const mail = await startMailCatcher();
  onTestFinished(mail.stop);
  const BACKUP_DIR = join(MEDIA_DIR, 'backups');
  await letAnHourPass();
  const sent = await run('vitrine.ts', ['tick'], {
    ...services.settings,
    SMTP_URL: mail.smtpUrl,
    BACKUP_DIR,
  });
  expect(sent).toEqual({ code: 0, output: '' });
  expect(mail.withSubject('Reset your password')).toHaveLength(1);
  expect(await readdir(BACKUP_DIR)).toEqual([expect.stringMatching(/^nightly-.*Z\.tar$/)]);
});
