// Loaded into a service with NODE_OPTIONS=--import. Measures each turn of the event loop in CPU time
// of its thread, so that a busy machine does not count. On SIGUSR2 it prints the longest turn since
// the last signal.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let before = cpuTime();
  let longest = 0;
  setInterval(() => {
    const now = cpuTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeSync(1, `longest turn: ${longest.toFixed(1)} ms\n`);
    longest = 0;
  });
}

function cpuTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
