import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '@vitrine/testing/process';
import { expect } from 'vitest';

/** Settings of a service whose heap is measured through its inspector. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

export interface Memory {
  readonly heapMb: number;
  readonly residentMb: number;
  readonly peakResidentMb: number;
}

/** Measures what remains after a garbage collection. Throws if the process has ended. */
export async function measureMemory(service: ServiceProcess): Promise<Memory> {
  const heap = await collectedHeap(service);
  return { heapMb: mb(heap), ...(await residentMemory(service)) };
}

/** Fails if memory stays well above what it was. Returns both as text. */
export async function expectStableMemory(service: ServiceProcess, before: Memory): Promise<string> {
  const isStable = ({ heapMb, residentMb }: Memory) =>
    heapMb < before.heapMb * 1.25 + 5 && residentMb < before.residentMb * 1.5;
  let now = await measureMemory(service);
  // Node returns freed pages to the system after a delay.
  for (const end = Date.now() + 20_000; !isStable(now) && Date.now() < end; ) {
    await sleep(500);
    now = await measureMemory(service);
  }
  const summary = `heap ${before.heapMb} → ${now.heapMb} MB, resident ${before.residentMb} → ${now.residentMb} MB; peak ${now.peakResidentMb} MB`;
  expect(isStable(now), summary).toBe(true);
  expect(now.peakResidentMb).toBeLessThan(1_000);
  return summary;
}

/** As the system counts it, including threads and WebAssembly. */
export async function residentMemory({ pid }: ServiceProcess): Promise<Omit<Memory, 'heapMb'>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    mb(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024);
  return { residentMb: read('VmRSS'), peakResidentMb: read('VmHWM') };
}

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

async function collectedHeap(service: ServiceProcess): Promise<number> {
  const address = /ws:\/\/\S+/.exec(service.output())?.[0];
  if (!address) throw new Error('The service was started without an inspector.');
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<void>();
  const pending = new Map<number, (result: { usedSize: number }) => void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('The inspector is unavailable.')));
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    pending.get(id)?.(result);
  });
  await opened.promise;
  const call = (id: number, method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      pending.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    await call(1, 'HeapProfiler.collectGarbage');
    return (await call(2, 'Runtime.getHeapUsage')).usedSize;
  } finally {
    socket.close();
  }
}
