import { SITE_SECTIONS } from '@vitrine/contract/options';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EntryCount } from '../../../components/list/entry-count.tsx';
import { ReorderHandle } from '../../../components/reorder/reorder-handle.tsx';
import { reorderShown } from '../../../components/reorder/reorder-shown.ts';
import { moveItem, type Reorder, useReorder } from '../../../components/reorder/use-reorder.ts';
import type { Choices } from '../../../components/view/view-queries.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import {
  initialOrder,
  isOnPage,
  isSectionOnPage,
  onResume,
  placesOf,
  type ResumePlaces,
  setOnResume,
  showSection,
  usualOnResume,
} from '../choose-entries.ts';
import type { Choice, Settings } from '../view-queries.ts';
import type { ViewEditor } from './use-view-editor.ts';
import { EntryRows } from './view-entries.tsx';
import { TREE_ROW } from './view-tree-row.ts';

type Section = Settings['sections'][number];

interface ViewTreeProps {
  readonly editor: ViewEditor;
  readonly choices: Choices;
}

/** What is on the page and on the resume, and in which order. */
export function ViewTree({ editor, choices }: ViewTreeProps) {
  const { settings, change } = editor;
  const list = useRef<HTMLUListElement>(null);
  const places = placesOf(choices);
  const items = settings.sections.flatMap((section) => {
    const choice = choices.sections.find(({ name }) => name === section.name);
    const isEmpty = choice?.entries.length === 0 && SITE_SECTIONS[section.name].shows;
    return choice && !isEmpty ? [{ section, choice }] : [];
  });
  const reorder = useReorder({
    isLive: true,
    items,
    keyOf: ({ section }) => section.name,
    nameOf: ({ choice }) => choice.heading,
    list,
    onMove: ({ section }, to) =>
      flushSync(() =>
        change(({ sections }) => {
          const names = items.map(({ choice: { name } }) => name);
          const shown = sections.filter(({ name }) => names.includes(name));
          const moved = moveItem(shown, ({ name }) => name === section.name, to);
          return { sections: reorderShown(sections, moved) };
        }),
      ),
  });
  return (
    <>
      <div className="overflow-clip rounded-lg border border-line bg-card">
        <div
          aria-hidden="true"
          className="flex justify-between border-b border-line bg-sunk py-1.5 pr-3 pl-3.5 text-xs text-ink-2"
        >
          <span>On the page</span>
          <span>Resume</span>
        </div>
        <ul ref={list} key={editor.resets}>
          {items.map(({ section, choice }, index) => (
            <SectionRow
              key={section.name}
              section={section}
              choice={choice}
              places={places}
              editor={editor}
              index={index}
              reorder={reorder}
            />
          ))}
        </ul>
      </div>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
    </>
  );
}

interface SectionRowProps {
  readonly section: Section;
  readonly choice: Choice;
  readonly places: ResumePlaces;
  readonly editor: ViewEditor;
  readonly index: number;
  readonly reorder: Reorder<unknown>;
}

function SectionRow(props: SectionRowProps) {
  const { section, choice, places, editor, index, reorder } = props;
  const { settings, change } = editor;
  const { name, heading, entries } = choice;
  const id = useId();
  const isOn = isSectionOnPage(section, choice);
  // What is taken off keeps its place in the list, where it can be put back.
  const [order, setOrder] = useState(() => initialOrder(section, choice));
  const [isOpen, setIsOpen] = useState(isOn || name === 'work' || name === 'path');
  const chosen = entries.filter((entry) => isOnPage(section, entry._id)).length;
  const onIt = onResume(settings, places, order);
  return (
    <li
      data-id={name}
      className={`border-line not-first:border-t ${reorder.lifted?.key === name ? 'bg-accent-soft' : ''}`}
    >
      <div className={`${TREE_ROW} min-h-11 py-1 max-sm:min-h-13`}>
        <ReorderHandle reorder={reorder} itemKey={name} index={index} name={heading} />
        <Checkbox
          id={id}
          checked={isOn}
          onChange={({ target }) => {
            setIsOpen(target.checked);
            change((before) => showSection(before, choice, order, target.checked));
          }}
        />
        <label
          htmlFor={id}
          className={`cursor-pointer truncate py-1 font-medium ${isOn ? '' : 'text-ink-2'}`}
        >
          {heading}
        </label>
        {entries.length > 0 ? (
          <EntryCount
            text={`${chosen} of ${entries.length}`}
            heading={heading}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
          />
        ) : (
          <span />
        )}
        {order.some((one) => places.has(one)) && (
          <Checkbox
            aria-label={`${heading} in the resume`}
            className="justify-self-center"
            checked={onIt.length > 0}
            onChange={({ target }) => {
              const wanted = target.checked ? usualOnResume(section, choice, places) : [];
              change((before) => setOnResume(before, places, choice, wanted));
            }}
          />
        )}
      </div>
      {isOpen && entries.length > 0 && (
        <EntryRows
          section={section}
          choice={choice}
          places={places}
          editor={editor}
          order={order}
          onOrder={setOrder}
        />
      )}
    </li>
  );
}
