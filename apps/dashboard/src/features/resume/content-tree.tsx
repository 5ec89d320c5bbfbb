import type { ResumeSectionName } from '@vitrine/contract/options';
import { Ellipsis } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EntryCount } from '../../components/list/entry-count.tsx';
import { MoveItems } from '../../components/reorder/move-items.tsx';
import { ReorderHandle } from '../../components/reorder/reorder-handle.tsx';
import { reorderShown } from '../../components/reorder/reorder-shown.ts';
import { moveItem, type Reorder, useReorder } from '../../components/reorder/use-reorder.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Menu } from '../../ui/menu.tsx';
import { isChosen, type Section } from './choose-entries.ts';
import { EntryList } from './entry-list.tsx';
import type { Choice } from './resume-queries.ts';

interface ContentTreeProps {
  readonly sections: readonly Section[];
  readonly choices: readonly Choice[];
  readonly onChange: (change: (before: readonly Section[]) => Section[]) => void;
}

/** What is on the resume, and in which order. */
export function ContentTree({ sections, choices, onChange }: ContentTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const toItems = (before: readonly Section[]) =>
    before.flatMap((section) => {
      const choice = choices.find(({ name }) => name === section.name);
      return choice ? [{ section, choice }] : [];
    });
  const items = toItems(sections);
  const reorder = useReorder({
    isLive: true,
    items,
    keyOf: ({ section }) => section.name,
    nameOf: ({ choice }) => choice.heading,
    list,
    onMove: ({ section: { name } }, to) =>
      flushSync(() =>
        onChange((before) => {
          const shown = toItems(before).map(({ section }) => section);
          const moved = moveItem(shown, (one) => one.name === name, to);
          return reorderShown(before, moved);
        }),
      ),
  });

  function set(changed: Section) {
    onChange((before) =>
      before.map((section) => (section.name === changed.name ? changed : section)),
    );
  }

  return (
    <>
      <ul ref={list} className="overflow-clip rounded-lg border border-line bg-card">
        {items.map(({ section, choice }, index) => (
          <SectionRow
            key={section.name}
            section={section}
            choice={choice}
            index={index}
            count={items.length}
            reorder={reorder}
            onChange={set}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
    </>
  );
}

interface SectionRowProps {
  readonly section: Section;
  readonly choice: Choice;
  readonly index: number;
  readonly count: number;
  readonly reorder: Reorder<unknown>;
  readonly onChange: (section: Section) => void;
}

/** The sections whose entries owners choose most often. */
const OPEN: readonly ResumeSectionName[] = ['experience', 'projects'];

function SectionRow({ section, choice, index, count, reorder, onChange }: SectionRowProps) {
  const id = useId();
  const { name, shown } = section;
  const { heading, groups } = choice;
  const [isOpen, setIsOpen] = useState(OPEN.includes(name));
  const entries = groups.flatMap((group) => group.entries);
  const chosen = shown ? entries.filter((entry) => isChosen(section, entry)).length : 0;
  return (
    <li
      data-id={name}
      className={`border-line not-first:border-t ${reorder.lifted?.key === name ? 'bg-accent-soft' : ''}`}
    >
      <div className="grid min-h-11 grid-cols-[24px_auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 py-1 pr-1.5 pl-1 max-sm:min-h-13">
        <ReorderHandle reorder={reorder} itemKey={name} index={index} name={heading} />
        <Checkbox
          id={id}
          checked={shown}
          onChange={({ target }) => onChange({ ...section, shown: target.checked })}
        />
        <label
          htmlFor={id}
          className={`cursor-pointer truncate py-1 font-medium ${shown ? '' : 'text-ink-2'}`}
        >
          {heading}
        </label>
        {entries.length > 0 && (
          <EntryCount
            text={`${chosen} of ${entries.length}`}
            heading={heading}
            isOpen={isOpen}
            onToggle={shown ? () => setIsOpen(!isOpen) : undefined}
          />
        )}
        <Menu
          title={heading}
          trigger={
            <Button
              variant="ghost"
              size="icon"
              className="col-start-5 size-7! max-sm:size-9!"
              aria-label={`More actions for ${heading}`}
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          <MoveItems index={index} count={count} onMove={(to) => reorder.moveTo(name, to)} />
        </Menu>
      </div>
      {shown && isOpen && entries.length > 0 && (
        <EntryList section={section} groups={groups} onChange={onChange} />
      )}
    </li>
  );
}
