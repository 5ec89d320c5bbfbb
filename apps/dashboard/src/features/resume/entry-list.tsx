import type { ResumeSectionName } from '@vitrine/contract/options';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { chooseEntry, type Entry, isChosen, mergeGroups, type Section } from './choose-entries.ts';
import type { Choice } from './resume-queries.ts';

interface EntryListProps {
  readonly section: Section;
  readonly groups: Choice['groups'];
  readonly onChange: (section: Section) => void;
}

export function EntryList({ section, groups, onChange }: EntryListProps) {
  const { name } = section;
  // Projects that are taken off stay in the list, where they can be put back.
  const [initial] = useState(section);
  const [isComplete, setIsComplete] = useState(name !== 'projects');
  const isListed = (entry: Entry) =>
    isComplete || isChosen(initial, entry) || isChosen(section, entry);
  const hasLabels = groups.some(({ label }) => label !== '');
  const merged = mergeGroups(groups);
  const hidden = groups.flatMap(({ entries }) => entries).filter((entry) => !isListed(entry));
  return (
    <div className="grid grid-cols-1 gap-1.5 pr-3.5 pb-2.5 pl-9">
      {merged.map(({ label, entries }) => (
        <fieldset key={entries[0]?._id} className="min-w-0">
          {hasLabels && (
            <legend className="mt-0.5 mb-0.5 max-w-full truncate text-xs text-ink-2">
              {label || (OTHERS[name] ?? 'Others')}
            </legend>
          )}
          {entries.filter(isListed).map((entry) => (
            <EntryRow
              key={entry._id}
              entry={entry}
              isChecked={isChosen(section, entry)}
              onCheck={(isOn) => onChange(chooseEntry(section, entry, isOn))}
            />
          ))}
        </fieldset>
      ))}
      {hidden.length > 0 && (
        <Button
          variant="link"
          size="sm"
          className="-ml-2.5 justify-self-start underline"
          onClick={() => setIsComplete(true)}
        >
          {`Show ${hidden.length} more ${hidden.length === 1 ? 'project' : 'projects'}`}
        </Button>
      )}
    </div>
  );
}

/** The heading of entries without a group, next to groups. */
const OTHERS: Partial<Readonly<Record<ResumeSectionName, string>>> = {
  experience: 'Other employers',
  skills: 'No category',
};

interface EntryRowProps {
  readonly entry: Entry;
  readonly isChecked: boolean;
  readonly onCheck: (isOn: boolean) => void;
}

function EntryRow({ entry: { title, dates }, isChecked, onCheck }: EntryRowProps) {
  const id = useId();
  return (
    <div className="grid min-h-7 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 text-sm max-sm:min-h-10">
      <Checkbox id={id} checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
      <label
        htmlFor={id}
        title={title}
        className="line-clamp-2 cursor-pointer py-0.5 wrap-anywhere"
      >
        {title}
      </label>
      <span className="text-xs text-ink-3 tabular-nums">{dates}</span>
    </div>
  );
}
