import { describe, expect, it } from 'vitest';
import { mergeLists, mergeTexts } from './merge.ts';

const BASE = 'Shows the tide at 900 harbors. Draws a whole week. Works offline for a day.';

describe('merging two changes of a text', () => {
  it('keeps both if they are in different places', () => {
    const mine = BASE.replace('a day', 'three days');
    const theirs = BASE.replace('900', '912');
    const both = theirs.replace('a day', 'three days');
    expect(mergeTexts(BASE, mine, theirs)).toBe(both);
    expect(mergeTexts(BASE, theirs, mine)).toBe(both);
  });

  it('keeps an addition at the start and a removal at the end', () => {
    const mine = `New. ${BASE}`;
    const theirs = BASE.replace(' Works offline for a day.', '');
    expect(mergeTexts(BASE, mine, theirs)).toBe(`New. ${theirs}`);
  });

  it('takes the same change once', () => {
    const same = BASE.replace('900', '912');
    expect(mergeTexts(BASE, same, same)).toBe(same);
  });

  it('gives up where they overlap or touch', () => {
    const mine = BASE.replace('900', '912');
    expect(mergeTexts(BASE, mine, BASE.replace('900', '1000'))).toBeUndefined();
    expect(mergeTexts('', 'Mine', 'Theirs')).toBeUndefined();
    expect(mergeTexts('One two', 'Mine two', 'One')).toBeUndefined();
  });
});

describe('merging two changes of a list', () => {
  const merge = (...lists: readonly [string[], string[], string[]]) =>
    mergeLists(
      ...lists,
      (item) => item.split('=')[0] ?? '',
      (item) => item,
    );

  it('adds what either added and removes what either removed', () => {
    expect(merge(['a', 'b', 'c'], ['a', 'c', 'd'], ['b', 'c', 'e'])).toEqual(['c', 'd', 'e']);
  });

  it('keeps the order of mine', () => {
    expect(merge(['a', 'b'], ['b', 'a'], ['a', 'b', 'c'])).toEqual(['b', 'a', 'c']);
  });

  it('takes an item as the side that changed it has it', () => {
    expect(merge(['a=1', 'b=1'], ['a=2', 'b=1'], ['a=1', 'b=3'])).toEqual(['a=2', 'b=3']);
  });

  it('gives up if both changed the same item', () => {
    expect(merge(['a=1'], ['a=2'], ['a=3'])).toBeUndefined();
    expect(merge(['a=1'], [], ['a=3'])).toBeUndefined();
    expect(merge(['a=1'], ['a=2'], [])).toBeUndefined();
  });
});
