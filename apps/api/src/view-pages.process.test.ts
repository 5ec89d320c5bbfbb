import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { useServices } from '@vitrine/testing/services';
import { expect, test } from 'vitest';

const { view } = calls;
const services = useServices();

test('a revoked link ends on three processes within 2 seconds', async () => {
  const start = () =>
    services.start({
      PUBLIC_URL: 'http://127.0.0.1',
      SITE_URL: 'http://site.test',
      SETUP_CODE: 'setup-code-of-the-test',
    });
  const processes = [await start(), await start(), await start()] as const;
  for (const service of processes) await service.waitForStatus('/readyz', 200);
  const owner = processes[0].client();
  const json = { code: 'setup-code-of-the-test', ...OWNER };
  expect((await owner.call(calls.setup.create, { json })).status).toBe(201);
  const { body } = await owner.call(view.add, { json: { name: 'a', note: 'Dear Margaret' } });
  const params = { id: body.view._id };
  const statuses = (path: string) =>
    Promise.all(
      processes.map(async ({ origin }) => (await fetchHost(origin, 'site.test', path)).status),
    );
  for (let round = 0; round < 3; round += 1) {
    const published = await owner.call(view.publish, { params });
    const { pathname } = new URL(published.body.view.link ?? '');
    await expect.poll(() => statuses(pathname)).toEqual([200, 200, 200]);
    await owner.call(view.revoke, { params });
    const revokedAt = performance.now();
    expect(await statuses(pathname)).toEqual([410, 410, 410]);
    expect(performance.now() - revokedAt).toBeLessThan(2_000);
  }
});
