import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { prepareMedia } from './media-pipeline.ts';
import { mediaStore } from './media-store.ts';

const site = useApp();

const FIELDS = { title: 'a', description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' };

async function addProject(projectBanner: File) {
  const { body } = await site.owner.call(calls.project.add, { form: { ...FIELDS, projectBanner } });
  return { body, banner: body.project.projectBanner };
}

async function statusOf(url: string): Promise<number> {
  return (await site.app.visitor().fetch(new URL(url).pathname)).status;
}

describe('sweep', () => {
  const sweep = () => mediaStore(site.app.files).sweep(site.app.db);
  const makeOld = () =>
    sql`update media set orphaned_at = orphaned_at - interval '8 days'`.execute(site.app.db);

  const deleteForever = async (id: string) => {
    await site.owner.call(calls.project.remove, { params: { id } });
    const json = { items: [{ noun: 'project', id }] };
    expect((await site.owner.call(calls.trash.remove, { json })).status).toBe(200);
  };

  test('removes only media that was unused for a week', async () => {
    const kept = await addProject(await uploads.png(200, 100));
    const gone = await addProject(await uploads.png(201, 100));
    await deleteForever(gone.body.project._id);

    await sweep();
    expect(await statusOf(gone.banner.url)).toBe(200);
    await makeOld();
    await sweep();
    expect(await statusOf(gone.banner.url)).toBe(404);
    expect(await statusOf(kept.banner.url)).toBe(200);
  });

  test('keeps media that is used again', async () => {
    const first = await addProject(await uploads.png(202, 100));
    await deleteForever(first.body.project._id);
    await sweep();
    await makeOld();
    await addProject(await uploads.png(202, 100));
    await sweep();
    expect(await statusOf(first.banner.url)).toBe(200);
  });

  test('keeps media of the trash and of earlier versions', async () => {
    const trashed = await addProject(await uploads.png(204, 100));
    await site.owner.call(calls.project.remove, { params: { id: trashed.body.project._id } });
    const replaced = await addProject(await uploads.png(205, 100));
    await site.owner.call(calls.project.update, {
      params: { id: replaced.body.project._id },
      form: { projectBanner: await uploads.png(206, 100) },
    });
    await sweep();
    await makeOld();
    await sweep();
    expect(await statusOf(trashed.banner.url)).toBe(200);
    expect(await statusOf(replaced.banner.url)).toBe(200);
  });

  test('removes files left by a crash and keeps unknown files', async () => {
    const { banner } = await addProject(await uploads.png(203, 100));
    const name = new URL(banner.url).pathname.split('/').at(-1) ?? '';
    const folder = join(site.app.config.mediaDir, name.slice(0, 2));
    const orphan = `${name.slice(0, 2)}${'0'.repeat(62)}.png`;
    const draft = `${name}.00000000-0000-4000-8000-000000000000.tmp`;
    for (const left of [orphan, draft, 'notes.txt']) await writeFile(join(folder, left), 'x');
    await writeFile(join(site.app.config.mediaDir, 'README'), 'x');
    const { removed } = await sweep();
    expect(removed).toBe(2);
    const left = await readdir(folder);
    expect(left).toContain('notes.txt');
    expect(left).toContain(name);
    expect(left).not.toContain(orphan);
    expect(left).not.toContain(draft);
    expect((await stat(join(site.app.config.mediaDir, 'README'))).isFile()).toBe(true);
  });

  test('waits for a running upload and keeps its files', async () => {
    const picture = Buffer.from(await (await uploads.png(333, 100)).arrayBuffer());
    const prepared = await prepareMedia(picture, 'image');
    let isSwept = false;
    let sweeping: Promise<unknown> = Promise.resolve();
    await site.app.db.transaction().execute(async (trx) => {
      await mediaStore(site.app.files).save(trx, prepared);
      sweeping = sweep().then(() => {
        isSwept = true;
      });
      await waitForLockContention(site.app.db);
      expect(isSwept).toBe(false);
    });
    await sweeping;
    for (const { name, bytes } of prepared.files)
      expect(await site.app.files.size(name)).toBe(bytes.length);
  });
});
