import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

/** Answers when it is told to. */
function slowOracle() {
  const asked: { key: string; answer: (value: string) => void; fail: (why: Error) => void }[] = [];
  const ask = askTogether(
    (key) =>
      new Promise<string>((resolve, reject) => asked.push({ key, answer: resolve, fail: reject })),
  );
  return { asked, ask };
}

test('who comes while the same is asked gets the answer of a later question, together', async () => {
  const { asked, ask } = slowOracle();
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('a')];
  expect(asked).toHaveLength(1);
  asked[0]?.answer('old');
  expect(await first).toBe('old');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer('new');
  expect(await Promise.all(others)).toEqual(['new', 'new', 'new']);
});

test('who comes while the later question is on its way waits for one more', async () => {
  const { asked, ask } = slowOracle();
  const answers = [ask('a'), ask('a')];
  asked[0]?.answer('one');
  await expect.poll(() => asked.length).toBe(2);
  answers.push(ask('a'));
  asked[1]?.answer('two');
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.answer('three');
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
});

test('other questions are asked at once, and a failure is shared with those who wait', async () => {
  const { asked, ask } = slowOracle();
  const lost = ask('a');
  const waiting = [ask('a'), ask('a')];
  const other = ask('b');
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
  asked[1]?.answer('b');
  expect(await other).toBe('b');
  asked[0]?.fail(new Error('unavailable'));
  for (const one of [lost, ...waiting]) await expect(one).rejects.toThrow('unavailable');
  const later = ask('a');
  expect(asked).toHaveLength(3);
  asked[2]?.answer('later');
  expect(await later).toBe('later');
});
