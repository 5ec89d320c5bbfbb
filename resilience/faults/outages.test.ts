import { calls } from '@vitrine/contract/calls';
import { startTcpProxy } from '@vitrine/testing/process';
import { useServices } from '@vitrine/testing/services';
import { describe, expect, test } from 'vitest';
import { OWNER } from '../support/host.ts';

describe('an unavailable database', () => {
  const services = useServices();

  test('visitors can read the portfolio, and get 503 for writes', async () => {
    const proxy = await startTcpProxy(services.settings.DATABASE_URL);
    const service = await services.start({ DATABASE_URL: proxy.url, SETUP_CODE: 'setup-code' });
    await service.waitForStatus('/readyz', 200);
    const visitor = service.client();
    const owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    await service.waitForStatus('/api/v1/public/portfolio', 200);
    const json = { senderName: 'A', subject: 'B', email: 'c@d.example', message: 'E' };
    const tag = (await visitor.call(calls.public.portfolio)).headers.get('etag') ?? '';

    proxy.cut();
    const read = await visitor.call(calls.public.portfolio);
    expect([read.status, read.body.profile.fullName]).toEqual([200, OWNER.fullName]);
    const again = await visitor.fetch('/api/v1/public/portfolio', {}, { 'if-none-match': tag });
    expect(again.status).toBe(304);
    for (const call of [calls.public.send, calls.public.form]) {
      const { status, body, headers } = await visitor.call(
        call,
        call === calls.public.send ? { json } : {},
      );
      expect(status).toBe(503);
      expect(body.message).toBe(
        'The database cannot be reached right now. Please try again shortly.',
      );
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }

    proxy.restore();
    await service.waitForStatus('/readyz', 200);
    expect((await visitor.call(calls.public.send, { json })).status).toBe(201);
    // The new connection receives notifications again.
    await owner.call(calls.timeline.add, { json: { title: 'T', description: 'x', from: 2000 } });
    const titles = async () => (await visitor.call(calls.public.portfolio)).body.timeline.length;
    await expect.poll(titles).toBe(1);
    proxy.stop();
  });

  test('the service listens only when it is ready', async () => {
    const first = await services.start();
    await first.waitForStatus('/readyz', 200);
    const another = await services.start();
    expect((await another.client().fetch('/readyz')).status).toBe(200);
  });

  test('calls return 503 until it is available again', async () => {
    const proxy = await startTcpProxy(services.settings.DATABASE_URL);
    const service = await services.start({ DATABASE_URL: proxy.url, SETUP_CODE: 'setup-code' });
    await service.waitForStatus('/readyz', 200);
    const owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    for (let restart = 0; restart < 3; restart += 1) {
      proxy.cut();
      const unavailable = await owner.call(calls.project.list);
      expect(unavailable.status).toBe(503);
      expect(unavailable.body.message).toBe(
        'The database cannot be reached right now. Please try again shortly.',
      );
      expect((await owner.fetch('/readyz')).status).toBe(503);
      expect((await owner.fetch('/healthz')).status).toBe(200);
      proxy.restore();
      await service.waitForStatus('/readyz', 200);
      expect((await owner.call(calls.project.list)).status).toBe(200);
    }
    proxy.stop();
  });
});

describe('an empty database', () => {
  const services = useServices({ empty: true });

  test('both become ready when they start together on an empty database', async () => {
    const both = await Promise.all([services.start(), services.start()]);
    await Promise.all(both.map((service) => service.waitForStatus('/readyz', 200)));
    const logs = await Promise.all(both.map((service) => service.log()));
    expect(logs.join()).not.toContain('"level":50');
  });

  test('the service can start before the database and becomes ready after it', async () => {
    const proxy = await startTcpProxy(services.settings.DATABASE_URL);
    proxy.cut();
    const service = await services.start({ DATABASE_URL: proxy.url });
    expect((await service.client().fetch('/healthz')).status).toBe(200);
    expect((await service.client().fetch('/readyz')).status).toBe(503);
    const early = await service.client().call(calls.user.login, {
      json: { email: OWNER.email, password: OWNER.password },
    });
    expect(early.status).toBe(503);
    expect(early.body.message).toBe('The service is starting. Please try again shortly.');
    proxy.restore();
    const started = Date.now();
    await service.waitForStatus('/readyz', 200);
    expect(Date.now() - started).toBeLessThan(10_000);
    proxy.stop();
  });
});
