import { describe, expect, test } from 'vitest';
import { groupTimeline } from './group-timeline.ts';
import type { TimelineEntry } from './timeline.ts';

describe('groups entries at the same organization', () => {
  test('whose dates overlap', () => {
    const lead = work('Lead', [2019, 6], [2021, 1]);
    const engineer = work('Engineer', [2017, 9], [2021, 1]);
    expect(titles(lead, engineer)).toEqual([['Lead', 'Engineer']]);
  });

  test('where one starts in the month in which the other ends', () => {
    const principal = work('Principal', [2023, 3], [2024, 1]);
    const senior = work('Senior', [2021, 2], [2023, 3]);
    expect(titles(principal, senior)).toEqual([['Principal', 'Senior']]);
  });

  test('where one starts in the month after the other ends', () => {
    const principal = work('Principal', [2024, 1], [2025, 1]);
    const senior = work('Senior', [2021, 2], [2023, 12]);
    expect(titles(principal, senior)).toEqual([['Principal', 'Senior']]);
  });

  test('where one starts in the year after the other ends, without months', () => {
    expect(titles(work('Principal', [2021], [2023]), work('Senior', [2018], [2020]))).toEqual([
      ['Principal', 'Senior'],
    ]);
  });

  test('of which both are ongoing', () => {
    expect(titles(work('Lead', [2023, 3], null), work('Mentor', [2016], null))).toEqual([
      ['Lead', 'Mentor'],
    ]);
  });

  test('of which one that has ended reaches into an ongoing one', () => {
    expect(titles(work('Lead', [2023, 3], null), work('Senior', [2021], [2023, 4]))).toEqual([
      ['Lead', 'Senior'],
    ]);
  });

  test('that are joined by a third entry', () => {
    const [last, first] = [work('Last', [2022], [2024]), work('First', [2016], [2018])];
    expect(titles(last, work('Middle', [2019], [2021]), first)).toEqual([
      ['Last', 'Middle', 'First'],
    ]);
  });

  test('whose names differ only in upper and lower case', () => {
    const senior = { ...work('Senior', [2018], [2020]), organization: 'LOOM AND BLOOM' };
    expect(titles(work('Principal', [2021], null), senior)).toEqual([['Principal', 'Senior']]);
  });
});

describe('keeps entries apart', () => {
  test('at one organization with a gap between them', () => {
    const returned = work('Returned', [2023, 6], null);
    const left = work('Left', [2018, 1], [2023, 4]);
    expect(titles(returned, left)).toEqual([['Returned'], ['Left']]);
  });

  test('of different kinds', () => {
    const degree = { ...work('MSc', [2019], [2021]), kind: 'education' as const };
    expect(titles(work('Lecturer', [2020], null), degree)).toEqual([['Lecturer'], ['MSc']]);
  });

  test('at different organizations', () => {
    const other = { ...work('Other', [2020], null), organization: 'Lighthouse Studio' };
    expect(titles(work('One', [2020], null), other)).toEqual([['One'], ['Other']]);
  });

  test('that name no organization', () => {
    const [one, other] = [work('One', [2020], null), work('Other', [2020], null)];
    expect(titles({ ...one, organization: '' }, { ...other, organization: '' })).toEqual([
      ['One'],
      ['Other'],
    ]);
  });
});

test('keeps the order of the list, with a group in the place of its first entry', () => {
  const talk = { ...work('Talk', [2016], null), organization: '', kind: 'talk' as const };
  const principal = work('Principal', [2023, 3], null);
  const senior = work('Senior', [2021, 2], [2023, 3]);
  const award = { ...work('Award', [2019], [2019]), kind: 'award' as const };
  expect(titles(principal, talk, senior, award)).toEqual([
    ['Principal', 'Senior'],
    ['Talk'],
    ['Award'],
  ]);
  expect(titles()).toEqual([]);
});

test('joins entries in any order of the list', () => {
  const [last, first] = [work('Last', [2022], [2024]), work('First', [2016], [2018])];
  const middle = work('Middle', [2019], [2021]);
  expect(titles(first, last, middle)).toEqual([['First', 'Last', 'Middle']]);
  expect(titles(first, work('Now', [2022], null))).toEqual([['First'], ['Now']]);
});

test('takes time in proportion to the number of entries', () => {
  const entries = Array.from({ length: 50_000 }, (_, index) => ({
    ...work(`Job ${index}`, [2001], [2002]),
    organization: `Company ${index}`,
  }));
  const start = performance.now();
  expect(groupTimeline(entries)).toHaveLength(50_000);
  // Comparing each entry with all others would take minutes.
  expect(performance.now() - start).toBeLessThan(5_000);
});

type Month = readonly [year: number, month?: number];

function work(title: string, from: Month, to: Month | null): TimelineEntry {
  return {
    _id: title,
    title,
    description: '',
    timeline: {
      from: from[0],
      fromMonth: from[1] ?? null,
      to: to?.[0] ?? null,
      toMonth: to?.[1] ?? null,
    },
    kind: 'work',
    organization: 'Loom and Bloom',
    location: '',
    link: '',
    highlights: [],
  };
}

function titles(...entries: TimelineEntry[]): string[][] {
  return groupTimeline(entries).map((group) => group.map(({ title }) => title));
}
