import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, useApp } from '@vitrine/testing/app';
import { expect, test } from 'vitest';
import { readClient } from './client-routes.ts';

const CODE = "export const words = 'for the site';".repeat(20);
const unbuilt = useApp();

test('serves the client to any site', async () => {
  const app = await startApp({ client: await built() });
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding, origin: 'https://ada.example.com' };
    const response = await app.visitor().fetch('/client.js', { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(CODE);
    const sent = Object.fromEntries(response.headers);
    expect(sent).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
    });
    expect(sent['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    const again = await app
      .visitor()
      .fetch('/client.js', { headers: { ...headers, 'if-none-match': sent['etag'] ?? '' } });
    expect(again.status).toBe(304);
  }
  await app.stop();
});

test('returns 404 to any site if the client is not built', async () => {
  expect(await readClient(join(tmpdir(), 'nowhere.js'))).toBeUndefined();
  const response = await unbuilt.app.visitor().fetch('/client.js');
  expect(response.status).toBe(404);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({
    success: false,
    message: 'The client is not built. Run npm run build.',
  });
});

async function built() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  await writeFile(join(folder, 'client.js'), CODE);
  const client = await readClient(join(folder, 'client.js'));
  await rm(folder, { recursive: true });
  if (!client) throw new Error('There is a client here.');
  return client;
}
