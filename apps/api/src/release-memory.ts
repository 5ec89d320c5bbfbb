import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 3_000;
/** Less than this is not worth a pause of the event loop. */
const GROWTH_BYTES = 4 * 1024 * 1024;
/** Health checks and the queue leave an idle service below this. */
const IDLE_UTILIZATION = 0.02;

/**
 * Returns memory to the system whenever the service has been idle for a few seconds. Node itself keeps
 * what the start or a burst of work took until memory is short.
 */
export function releaseMemoryWhenIdle(): { readonly stop: () => void } {
  const collect = garbageCollector();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE_UTILIZATION) return;
    if (process.memoryUsage.rss() < kept + GROWTH_BYTES) return;
    collect();
    kept = process.memoryUsage.rss();
  }, CHECK_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Only a collection as if memory were short also shrinks the heap. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
