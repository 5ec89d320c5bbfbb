import { expect, test } from 'vitest';
import { limitConcurrency, limitInFlight, TooBusyError } from './concurrency.ts';

/** A task that ends when it is released. */
function pausedTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { task: () => promise, release: resolve };
}

test('runs high-priority tasks before waiting low-priority ones', async () => {
  const run = limitConcurrency(1);
  const { task, release } = pausedTask();
  const order: string[] = [];
  const done = [
    run(task),
    run(async () => void order.push('stranger'), 'low'),
    run(async () => void order.push('another stranger'), 'low'),
    run(async () => void order.push('owner')),
  ];
  release();
  await Promise.all(done);
  expect(order).toEqual(['owner', 'stranger', 'another stranger']);
});

test('rejects tasks above the limit until one has finished', async () => {
  const run = limitInFlight(2);
  const { task, release } = pausedTask();
  const done = [run(task), run(task)];
  await expect(run(task)).rejects.toThrow(TooBusyError);
  release();
  await Promise.all(done);
  await run(task);
});
