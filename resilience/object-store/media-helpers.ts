import { createHash } from 'node:crypto';
import type { MediaFiles } from '@vitrine/api/media/media-files';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { run } from '@vitrine/testing/process';
import { file } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import type { Host } from '../support/host.ts';

/** A small picture, different each time. */
export async function smallPicture(): Promise<File> {
  const raw = { width: 16, height: 16, channels: 3 } as const;
  const pixels = crypto.getRandomValues(new Uint8Array(16 * 16 * 3));
  return file(await sharp(pixels, { raw }).png().toBuffer(), 'a.png');
}

export function addTool(owner: Client, svg: File) {
  return owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg } });
}

/** Adds a tool, and returns the path of its icon. */
export async function addSmallTool(owner: Client): Promise<{ status: number; path: string }> {
  const { status, body } = await addTool(owner, await smallPicture());
  const path = status === 201 ? new URL(body.softwareApplication.svg.url).pathname : '';
  return { status, path };
}

/** Whether the path serves a file with the hash in its name. */
export async function isServed(client: Client, path: string): Promise<boolean> {
  const response = await client.fetch(path).catch(() => undefined);
  const bytes = await response?.bytes().catch(() => undefined);
  if (response?.status !== 200 || !bytes) return false;
  return path.includes(createHash('sha256').update(bytes).digest('hex'));
}

export async function listNames(files: MediaFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  return names;
}

/** Runs `npx vitrine` with the settings of this host. */
export function vitrine(host: Host, args: string[], env: Record<string, string>) {
  const { databaseUrl, mediaDir, publicUrl } = host;
  const settings = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir, PUBLIC_URL: publicUrl };
  return run('vitrine.ts', args, { ...settings, ...env });
}

/** Runs a task several times with limited concurrency. */
export async function repeatTask(
  count: number,
  concurrency: number,
  task: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await task(n);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
