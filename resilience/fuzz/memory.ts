import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '@vitrine/testing/process';

/** The service is started with this where its heap is to be measured from outside. */
export const MEASURABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

export interface Memory {
  readonly heapMb: number;
  readonly residentMb: number;
  /** The most that was ever resident. */
  readonly peakMb: number;
}

/** What is still held after everything that can go has gone. Fails when the process is gone. */
export async function memoryOf(service: ServiceProcess): Promise<Memory> {
  await sleep(2_000);
  const heap = await collectedHeap(service);
  // Freed pages are handed back a little later.
  await sleep(1_000);
  return { heapMb: mb(heap), ...(await residentOf(service)) };
}

/** As the system counts it, threads and WebAssembly included. */
export async function residentOf({ pid }: ServiceProcess): Promise<Omit<Memory, 'heapMb'>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => {
    return mb(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024);
  };
  return { residentMb: read('VmRSS'), peakMb: read('VmHWM') };
}

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

async function collectedHeap(service: ServiceProcess): Promise<number> {
  const address = /ws:\/\/\S+/.exec(service.output())?.[0];
  if (!address) throw new Error('The service was not started to be measured.');
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<void>();
  const answers = new Map<number, (result: { usedSize: number }) => void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('No inspector listens.')));
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    answers.get(id)?.(result);
  });
  await opened.promise;
  const ask = (id: number, method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    await ask(1, 'HeapProfiler.collectGarbage');
    return (await ask(2, 'Runtime.getHeapUsage')).usedSize;
  } finally {
    socket.close();
  }
}
