// Loaded into a service with NODE_OPTIONS=--import. Counts what one turn of the event loop takes, in the
// CPU time of its thread: waiting for a busy machine does not count. On SIGUSR2 it prints the longest
// turn since the last time.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let before = usage();
  let longest = 0;
  setInterval(() => {
    const now = usage();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeSync(1, `longest turn: ${longest.toFixed(1)} ms\n`);
    longest = 0;
  });
}

function usage() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
