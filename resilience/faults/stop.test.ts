import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { streams } from '@vitrine/contract/routes';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = `${'a'.repeat(64)}.png`;

let host: Host;
beforeAll(async () => {
  host = await startHost();
  // Before the file: the cleanup at startup deletes files without a row.
  const metadata = { width: 1, height: 1, variants: [], placeholder: '' };
  await host.database.query('insert into media (name, metadata, files) values ($1, $2, $3)', [
    FILE,
    metadata,
    [FILE],
  ]);
  await mkdir(join(host.mediaDir, 'aa'), { recursive: true });
  await writeFile(join(host.mediaDir, 'aa', FILE), Buffer.alloc(16 * 1024 * 1024));
});
afterAll(() => host.stop());

describe('graceful shutdown', () => {
  test('SIGTERM to npm start ends all processes despite open connections', async ({
    annotate,
    onTestFinished,
  }) => {
    const { cookie } = await host.owner();
    const { npm, port } = await runNpmStart();
    const processes = processTree(npm);
    onTestFinished(() => {
      for (const pid of processes.filter(isRunning)) process.kill(pid, 'SIGKILL');
    });
    const clients = {
      idle: await openConnection(port, 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'),
      'event stream': await openConnection(
        port,
        `GET /api/v1${streams.messages.path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`,
      ),
      // Reads the first bytes and then nothing more.
      'slow download': (
        await openConnection(port, `GET /media/${FILE} HTTP/1.1\r\nhost: a\r\n\r\n`)
      ).pause(),
      'partial request': connect(port, '127.0.0.1'),
    };
    clients['partial request'].write('POST /api/v1/user/login HTTP/1.1\r\nhost: a\r\n');
    const closed = Object.values(clients).map((socket) => waitForClose(socket));

    const { ms } = await timed(async () => {
      npm.kill('SIGTERM');
      await expect
        .poll(() => processes.filter(isRunning), { timeout: 30_000, interval: 50 })
        .toEqual([]);
    });
    clients['slow download'].resume();
    await Promise.all(closed);
    expect(ms).toBeLessThan(15_000);
    await annotate(
      `npm start with 4 open connections: ended ${(ms / 1000).toFixed(1)} s after SIGTERM`,
    );
  });
});

/** Runs `npm start` with the host's settings, on another port. */
async function runNpmStart(): Promise<{ npm: ChildProcess; port: number }> {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATABASE_URL: host.databaseUrl,
      MEDIA_DIR: host.mediaDir,
      SMTP_URL: host.mail.smtpUrl,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const reported = () => /^Listening on \S+:(\d+)$/m.exec(output)?.[1];
  const port = Number(await vi.waitUntil(reported, 30_000));
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, String), {
      timeout: 30_000,
    })
    .toBe(200);
  return { npm, port };
}

/** npm, the shell that it may run, and node. */
function processTree({ pid }: { pid?: number | undefined }): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [
    pid,
    ...children.split(' ').flatMap((child) => processTree({ pid: Number(child) || undefined })),
  ];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends a request and waits for the beginning of the response. */
async function openConnection(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

function waitForClose(socket: Socket): Promise<void> {
  socket.on('error', () => {}).on('data', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
