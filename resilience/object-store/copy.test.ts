import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { addProject } from '@vitrine/testing/fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCopy, exportSite, MANIFEST, updateCopy, waitForRun } from '../support/copies.ts';
import { type Host, startHost } from '../support/host.ts';
import { type Bucket, createBucket, setting } from './bucket.ts';

const NONE = { count: 0, paths: [] };

let bucket: Bucket;
let host: Host;
let owner: Client;
let projectId: string;

beforeAll(async () => {
  bucket = await createBucket();
  host = await startHost({
    env: { COPY_LOCAL_STORES: setting('S3_ENDPOINT'), LOG_LEVEL: 'info' },
  });
  owner = await host.owner();
  projectId = (await addProject(owner, 'Tides', { slug: 'tides' }))._id;
});
afterAll(() => host.stop());

function place() {
  const { endpoint, region, accessKey, secretKey, bucket: name } = bucket.options;
  return { kind: 'bucket', endpoint, region, bucket: name, prefix: 'a/site', accessKey, secretKey };
}

/** The files in the bucket that an export has, read through Swift's own API. */
async function stored(paths: readonly string[]): Promise<Record<string, string>> {
  const contents = paths.map(async (path) => {
    const response = await bucket.raw(
      `a/site/${path.split('/').map(encodeURIComponent).join('/')}`,
    );
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return [path, response.ok ? body : String(response.status)];
  });
  return Object.fromEntries(await Promise.all(contents));
}

async function isEqual(): Promise<number> {
  const exported = await exportSite(host);
  expect(await stored(Object.keys(exported))).toEqual(exported);
  return Object.keys(exported).length;
}

const list = async () => (await owner.call(calls.copy.list)).body.destinations;

describe('a copy in a bucket', () => {
  test('has the bytes of an export, with types and caching, and only changes are sent', async ({
    annotate,
  }) => {
    const first = await addCopy(owner, place());
    expect(first).toMatchObject({ state: 'online', failure: null });
    const count = await isEqual();
    expect(first.lastUpdate?.added.count).toBe(count);
    const page = await bucket.raw('a/site/index.html');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('public, max-age=60');
    const unchanged = await updateCopy(owner);
    expect(unchanged.lastUpdate).toMatchObject({ added: NONE, changed: NONE, removed: NONE });

    await owner.call(calls.project.update, {
      params: { id: projectId },
      form: { title: 'Tides and moons' },
    });
    const changed = await updateCopy(owner);
    await isEqual();
    await annotate(
      `${count} files sent in ${first.lastUpdate?.seconds.toFixed(1)} s; unchanged: 0 in ${unchanged.lastUpdate?.seconds.toFixed(1)} s; one title: ${(changed.lastUpdate?.added.count ?? 0) + (changed.lastUpdate?.changed.count ?? 0)} in ${changed.lastUpdate?.seconds.toFixed(1)} s`,
    );
  });

  test('loses a hidden page in one update', async () => {
    await owner.call(calls.project.unpublish, { params: { id: projectId } });
    expect((await updateCopy(owner)).lastUpdate?.removed.count).toBeGreaterThan(0);
    expect(await stored(['projects/tides/index.html'])).toEqual({
      'projects/tides/index.html': '404',
    });
    await isEqual();
    await owner.call(calls.project.publish, { params: { id: projectId }, json: {} });
    await updateCopy(owner);
    await isEqual();
  });

  test('stays as it was with a wrong key, and the owner gets an email', async () => {
    const before = await stored(['index.html', MANIFEST]);
    const [destination] = await list();
    const params = { id: destination?._id ?? '' };
    const wrong = 'a-wrong-secret-key';
    await owner.call(calls.project.update, {
      params: { id: projectId },
      form: { title: 'Tides again' },
    });
    await owner.call(calls.copy.update, { params, json: { secretKey: wrong } });
    const failed = await waitForRun(owner, ({ state }) => state === 'failed');
    expect(failed.failure).toMatchObject({
      isFinal: true,
      reason: expect.stringContaining('rejected the access key (403)'),
    });
    await host.mail.waitFor('A copy of your site could not be updated', 1);
    expect(await stored(['index.html', MANIFEST])).toEqual(before);
    const { secretKey } = bucket.options;
    for (const secret of [wrong, secretKey])
      expect(JSON.stringify(await list())).not.toContain(`"${secret}"`);
    expect(await host.service.log()).not.toContain(wrong);
    await owner.call(calls.copy.update, { params, json: { secretKey } });
    await waitForRun(owner, ({ state }) => state === 'online');
    await host.mail.waitFor('A copy of your site is updated again', 1);
    await isEqual();
  });

  test('of a bucket that does not exist is refused for good', async () => {
    const { body } = await owner.call(calls.copy.test, {
      json: { ...place(), url: 'https://a.example', contact: 'none', bucket: 'no-such-bucket' },
    });
    expect(body.steps[0]).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('does not exist'),
    });
  });

  test('passes the three steps of a test, and nothing is left of it', async () => {
    const json = { ...place(), url: 'https://a.example', contact: 'none', prefix: 'test' };
    const { body } = await owner.call(calls.copy.test, { json });
    expect(body).toMatchObject({ passed: true });
    const listing = await bucket.raw('?prefix=test/');
    expect(await listing.text()).toBe('');
  });

  test('is complete after the service was killed while it sent files', async () => {
    await owner.call(calls.copy.start, { json: { everything: true } });
    await expect.poll(async () => (await list())[0]?.isUpdating, { interval: 20 }).toBe(true);
    await host.service.signal('SIGKILL');
    // Nobody waits for its heartbeat here.
    await host.database.query(`delete from pgboss.job where name = 'copies'`);
    owner = await host.owner(await host.start());
    await updateCopy(owner);
    await isEqual();
  });
});
