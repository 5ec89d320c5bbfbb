import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '@vitrine/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { residentMemory } from '../support/memory.ts';
import { size } from '../support/size.ts';

const CONNECTIONS = size({ short: 100, long: 4_000 });
const MEMORY_MB = 300;
const FILE = `${'a'.repeat(64)}.png`;
const FILE_SIZE = 7_000_000;

let host: Host;
beforeAll(async () => {
  host = await startHost();
  await mkdir(join(host.mediaDir, 'aa'), { recursive: true });
  await writeFile(join(host.mediaDir, 'aa', FILE), Buffer.alloc(FILE_SIZE));
});
afterAll(() => host.stop());

describe('stalled clients', () => {
  test('connections that stop reading are closed after 20 s, with bounded memory', {
    timeout: 180_000,
  }, async ({ annotate }) => {
    const { cookie } = await host.owner();
    const media = `GET /media/${FILE} HTTP/1.1\r\nhost: a\r\n\r\n`;
    // Reads a little every second.
    const slow = readSlowly(openConnection(media));
    const listener = openConnection(
      `GET /api/v1${streams.messages.path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`,
    ).resume();
    const stalled: Socket[] = [];
    const began = performance.now();
    while (stalled.length < CONNECTIONS) {
      stalled.push(...Array.from({ length: 100 }, () => openConnection(media)));
      await sleep(20);
    }
    const most = countConnections(host.service.origin);
    await expect
      .poll(() => countConnections(host.service.origin), { timeout: 120_000, interval: 500 })
      .toBeLessThan(10);
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(20);
    const portfolio = await host.service.client().fetch('/api/v1/public/portfolio');
    expect(portfolio.status).toBe(200);
    expect(listener.destroyed).toBe(false);
    slow.speedUp();
    await expect.poll(slow.received, { timeout: 120_000 }).toBeGreaterThanOrEqual(FILE_SIZE);
    for (const socket of stalled) socket.destroy();
    listener.destroy();
    slow.socket.destroy();
    const { peakResidentMb } = await residentMemory(host.service);
    expect(peakResidentMb).toBeLessThan(MEMORY_MB);
    await annotate(
      `${CONNECTIONS} clients that read nothing of 7 MB: ${most} connections at most, all closed after ${seconds.toFixed(0)} s, ${peakResidentMb} MB at most; a slow download and an event stream continue`,
    );
  });
});

/** Counts connections in the kernel: a client that does not read does not notice the end of one. */
function countConnections(origin: string): number {
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => new RegExp(`^\\s*\\d+: \\w+:${port} \\w+:\\w+ 01 `).test(line))
    .length;
}

/** Sends a request and reads nothing. */
function openConnection(request: string): Socket {
  const { hostname, port } = new URL(host.service.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(request);
  return socket;
}

interface SlowReader {
  readonly socket: Socket;
  received(): number;
  /** Reads the rest as fast as it arrives. */
  speedUp(): void;
}

function readSlowly(socket: Socket): SlowReader {
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.pause();
  let isSlow = true;
  const timer = setInterval(async () => {
    socket.resume();
    await once(socket, 'data').catch(() => {});
    if (isSlow) socket.pause();
  }, 1_000);
  socket.once('close', () => clearInterval(timer));
  return {
    socket,
    received: () => received,
    speedUp() {
      isSlow = false;
      clearInterval(timer);
      socket.resume();
    },
  };
}
