import { expect, test } from 'vitest';
import { fewAtATime, noMoreThan, TooBusy } from './concurrency.ts';

/** Work that ends when it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test('work in the first lane overtakes what waits in the last', async () => {
  const run = fewAtATime(1);
  const { work, letGo } = held();
  const order: string[] = [];
  const done = [
    run(work),
    run(async () => void order.push('stranger'), 'last'),
    run(async () => void order.push('another stranger'), 'last'),
    run(async () => void order.push('owner')),
  ];
  letGo();
  await Promise.all(done);
  expect(order).toEqual(['owner', 'stranger', 'another stranger']);
});

test('work beyond the limit is refused until there is room again', async () => {
  const run = noMoreThan(2);
  const { work, letGo } = held();
  const done = [run(work), run(work)];
  await expect(run(work)).rejects.toThrow(TooBusy);
  letGo();
  await Promise.all(done);
  await run(work);
});
