import { describe, expect, test } from 'vitest';
import {
  type Chosen,
  chooseEntry,
  initialOrder,
  isSectionOnPage,
  onResume,
  placesOf,
  setOnResume,
  showSection,
  usualOnResume,
} from './choose-entries.ts';
import type { Choice } from './view-queries.ts';

const entry = (_id: string, isDraft = false) => ({ _id, title: _id, detail: '', isDraft });
const WORK: Choice = {
  name: 'work',
  heading: 'Work',
  entries: [entry('tide'), entry('bus'), entry('secret', true)],
};
const ORDER = ['tide', 'bus', 'secret'];
const PLACES = placesOf({
  resume: [
    {
      name: 'projects',
      heading: 'Projects',
      groups: [
        {
          label: '',
          entries: ORDER.map((_id) => ({ _id, title: _id, dates: '', isDefault: true })),
        },
      ],
    },
  ],
});

function chosenWith(included: readonly string[], shown = true): Chosen {
  return {
    sections: [{ name: 'work', shown, included: [...included], excluded: [] }],
    drafts: [],
    resume: {
      template: 'classic',
      sections: [{ name: 'projects', shown: true, included: [], excluded: [] }],
    },
  };
}

const work = ({ sections }: Chosen) => sections[0]?.included;
const choose = (chosen: Chosen, id: string, isOn: boolean) =>
  chooseEntry(chosen, 'work', { order: ORDER, id, isOn });
const resumeOf = (chosen: Chosen) => onResume(chosen, PLACES, ORDER);

describe('on the page', () => {
  test('an entry is put at its place in the order', () => {
    expect(work(choose(chosenWith(['bus']), 'tide', true))).toEqual(['tide', 'bus']);
  });

  test('a section that was off shows only the entry that is put on', () => {
    const chosen = choose(chosenWith(['bus'], false), 'tide', true);
    expect(chosen.sections[0]).toMatchObject({ shown: true, included: ['tide'] });
  });

  test('a section is off without an entry, and all that is public is chosen with it', () => {
    const chosen = choose(chosenWith(['tide']), 'tide', false);
    const [section] = chosen.sections;
    expect(section && isSectionOnPage(section, WORK)).toBe(false);
    expect(work(showSection(chosen, WORK, ORDER, true))).toEqual(['tide', 'bus']);
  });

  test('a section that is turned off and on again has the same entries', () => {
    const off = showSection(chosenWith(['bus']), WORK, ORDER, false);
    expect(work(showSection(off, WORK, ORDER, true))).toEqual(['bus']);
  });

  test('a draft that is taken off is not shown before it is public', () => {
    const chosen = { ...chosenWith(['secret']), drafts: ['secret'] };
    expect(choose(chosen, 'secret', false).drafts).toEqual([]);
  });

  test('the order starts with what is chosen, without what was deleted', () => {
    const section = { name: 'work', shown: true, included: ['gone', 'bus'], excluded: [] } as const;
    expect(
      initialOrder({ ...section, included: [...section.included], excluded: [] }, WORK),
    ).toEqual(['bus', 'tide', 'secret']);
  });
});

describe('on the resume', () => {
  test('is what is on the page', () => {
    expect(resumeOf(chosenWith(['tide', 'bus']))).toEqual(['tide', 'bus']);
  });

  test('an entry of the page can be left out, and comes back', () => {
    const without = setOnResume(chosenWith(['tide', 'bus']), PLACES, WORK, ['tide']);
    expect(resumeOf(without)).toEqual(['tide']);
    expect(resumeOf(setOnResume(without, PLACES, WORK, ['tide', 'bus']))).toEqual(['tide', 'bus']);
  });

  test('a section can be on the resume only', () => {
    const chosen = chosenWith([], false);
    const [section] = chosen.sections;
    const usual = section ? usualOnResume(section, WORK, PLACES) : [];
    expect(resumeOf(setOnResume(chosen, PLACES, WORK, usual))).toEqual(['tide', 'bus']);
  });

  test('an entry that leaves the page leaves the resume', () => {
    const both = setOnResume(chosenWith(['tide']), PLACES, WORK, ['tide', 'bus']);
    expect(resumeOf(choose(both, 'bus', false))).toEqual(['tide']);
  });

  test('without any entry, the section is off, and what is put on the page later stays off', () => {
    const off = setOnResume(chosenWith(['tide']), PLACES, WORK, []);
    expect(resumeOf(choose(off, 'bus', true))).toEqual([]);
  });
});
