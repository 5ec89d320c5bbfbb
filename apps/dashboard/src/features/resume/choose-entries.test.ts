import { describe, expect, it } from 'vitest';
import { reorderShown } from '../../components/reorder/reorder-shown.ts';
import { chooseEntry, type Entry, isChosen, mergeGroups, type Section } from './choose-entries.ts';

const section: Section = { name: 'projects', shown: true, included: [], excluded: [] };
const entryOf = (_id: string, isDefault: boolean): Entry => ({
  _id,
  title: _id,
  dates: '',
  isDefault,
});

describe('chooseEntry', () => {
  it('stores nothing for an entry that was taken off and put back', () => {
    const entry = entryOf('a', true);
    const off = chooseEntry(section, entry, false);
    expect(isChosen(off, entry)).toBe(false);
    expect(off.excluded).toEqual(['a']);
    expect(chooseEntry(off, entry, true)).toEqual(section);
  });

  it('puts an entry on the resume that is not there by default', () => {
    const entry = entryOf('b', false);
    const on = chooseEntry(section, entry, true);
    expect(isChosen(section, entry)).toBe(false);
    expect(isChosen(on, entry)).toBe(true);
    expect(chooseEntry(on, entry, false)).toEqual(section);
  });

  it('takes off an entry that has become a default since it was put on', () => {
    const on = chooseEntry(section, entryOf('b', false), true);
    const entry = entryOf('b', true);
    expect(isChosen(chooseEntry(on, entry, false), entry)).toBe(false);
  });
});

it('moves sections past those without content, which keep their places', () => {
  const of = (name: Section['name']): Section => ({ ...section, name });
  const sections = [of('summary'), of('experience'), of('awards'), of('projects'), of('skills')];
  const ordered = [of('skills'), of('summary'), of('experience'), of('projects')];
  expect(reorderShown(sections, ordered).map(({ name }) => name)).toEqual([
    'skills',
    'summary',
    'awards',
    'experience',
    'projects',
  ]);
});

it('merges groups without a label only if they follow each other', () => {
  const groupOf = (label: string, ...ids: string[]) => ({
    label,
    entries: ids.map((id) => entryOf(id, true)),
  });
  const groups = [groupOf('', 'a'), groupOf('', 'b'), groupOf('Loom', 'c', 'd'), groupOf('', 'e')];
  expect(mergeGroups(groups)).toEqual([
    groupOf('', 'a', 'b'),
    groupOf('Loom', 'c', 'd'),
    groupOf('', 'e'),
  ]);
});
