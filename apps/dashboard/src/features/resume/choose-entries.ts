import type { Choice, Settings } from './resume-queries.ts';

export type Section = Settings['sections'][number];
export type Entry = Choice['groups'][number]['entries'][number];

export function isChosen({ included, excluded }: Section, { _id: id, isDefault }: Entry): boolean {
  return included.includes(id) || (isDefault && !excluded.includes(id));
}

/** Names an entry only if it differs from the default, which can change with the content. */
export function chooseEntry(section: Section, entry: Entry, isOn: boolean): Section {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== entry._id);
  const included = others(section.included);
  const excluded = others(section.excluded);
  if (isOn && !entry.isDefault) included.push(entry._id);
  if (!isOn && entry.isDefault) excluded.push(entry._id);
  return { ...section, included, excluded };
}

/** Groups without a label that follow each other are one. */
export function mergeGroups(groups: Choice['groups']): Choice['groups'] {
  const merged: Choice['groups'] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (last && last.label === '' && group.label === '') {
      merged.splice(-1, 1, { label: '', entries: [...last.entries, ...group.entries] });
    } else merged.push(group);
  }
  return merged;
}
