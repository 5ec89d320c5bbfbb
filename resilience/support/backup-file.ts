import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CHECKSUMS, readArchive, writeArchive } from '@vitrine/api/modules/backup/archive';
import type { Client } from '@vitrine/testing/api-client';

type Row = Record<string, unknown>;

/** Downloads a backup, for a test to modify as an attacker with the file could. */
export async function openBackup(owner: Client, folder: string) {
  const path = join(folder, 'backup.tar');
  const download = await owner.fetch('/api/v1/backup/download');
  await writeFile(path, Buffer.from(await download.arrayBuffer()));
  const entries = new Map<string, Buffer>();
  for await (const { name, body } of readArchive(path)) entries.set(name, await buffer(body));

  return {
    /** The archive with one table replaced, and its checksum updated. */
    async withTable(table: string, compressed: Buffer): Promise<Buffer<ArrayBuffer>> {
      const name = `data/${table}.jsonl.gz`;
      const sum = createHash('sha256').update(compressed).digest('hex');
      const sums = (entries.get(CHECKSUMS) ?? Buffer.alloc(0))
        .toString()
        .replace(new RegExp(`^.{64}(?=  ${name}$)`, 'm'), sum);
      const changed = new Map([
        ...entries,
        [CHECKSUMS, Buffer.from(sums)] as const,
        [name, compressed] as const,
      ]);
      const parts = [...changed].map(([entry, bytes]) => ({
        name: entry,
        size: bytes.length,
        read: () => Readable.from([bytes]),
      }));
      await pipeline(writeArchive(parts, new Date()), createWriteStream(path));
      return readFile(path);
    },
    /** The archive with the rows of one table changed. */
    async withRows(table: string, change: (row: Row) => Row): Promise<Buffer<ArrayBuffer>> {
      const compressed = entries.get(`data/${table}.jsonl.gz`) ?? gzipSync('');
      const lines = gunzipSync(compressed).toString().trim().split('\n');
      const rows = lines.map((line) => JSON.stringify(change(JSON.parse(line))));
      return this.withTable(table, gzipSync(`${rows.join('\n')}\n`));
    },
  };
}

export function uploadBackup(owner: Client, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  return owner.fetch('/api/v1/backup/restore', {
    method: 'POST',
    headers: { 'content-type': 'application/x-tar' },
    body,
  });
}
