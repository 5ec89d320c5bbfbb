import { useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ReorderHandle } from '../../../components/reorder/reorder-handle.tsx';
import { moveItem, type Reorder, useReorder } from '../../../components/reorder/use-reorder.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Switch } from '../../../ui/switch.tsx';
import {
  chooseEntry,
  isOnPage,
  onResume,
  type ResumePlaces,
  setOnResume,
} from '../choose-entries.ts';
import type { Choice, Entry, Settings } from '../view-queries.ts';
import type { ViewEditor } from './use-view-editor.ts';
import { TREE_ROW } from './view-tree-row.ts';

interface EntriesProps {
  readonly section: Settings['sections'][number];
  readonly choice: Choice;
  readonly places: ResumePlaces;
  readonly editor: ViewEditor;
  /** The IDs of all entries. */
  readonly order: readonly string[];
}

interface EntryRowsProps extends EntriesProps {
  readonly onOrder: (order: string[]) => void;
}

/** At least this many entries are listed at first, and all that are chosen. */
const LISTED = 4;

/** The entries of a section, those that were chosen when the view was opened first. */
export function EntryRows(props: EntryRowsProps) {
  const { section, choice, editor, order, onOrder } = props;
  const list = useRef<HTMLUListElement>(null);
  // A drag makes several steps with what it started with.
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
  });
  const [isComplete, setIsComplete] = useState(false);
  const lastChosen = order.findLastIndex((id) => isOnPage(section, id));
  const count = isComplete ? order.length : Math.max(LISTED, lastChosen + 1);
  const listed = order.slice(0, count).flatMap((id) => {
    const entry = choice.entries.find(({ _id }) => _id === id);
    return entry ? [entry] : [];
  });
  const hidden = order.length - listed.length;
  const reorder = useReorder({
    isLive: true,
    items: listed,
    keyOf: ({ _id: id }) => id,
    nameOf: ({ title }) => title,
    list,
    onMove: ({ _id: id }, to) =>
      flushSync(() => {
        const moved = moveItem(latest.current, (one) => one === id, to);
        const rank = (one: string) => moved.indexOf(one);
        onOrder(moved);
        editor.change(({ sections }) => ({
          sections: sections.map((one) =>
            one.name === section.name
              ? { ...one, included: one.included.toSorted((a, b) => rank(a) - rank(b)) }
              : one,
          ),
        }));
      }),
  });
  return (
    <>
      <ul ref={list} aria-label={`Entries of ${choice.heading}`} className="pb-2">
        {listed.map((entry, index) => (
          <EntryRow key={entry._id} entry={entry} index={index} reorder={reorder} {...props} />
        ))}
        {hidden > 0 && (
          <li className="pl-[62px] max-sm:pl-13">
            <Button
              variant="link"
              size="sm"
              className="-ml-2.5 underline max-sm:h-10!"
              onClick={() => setIsComplete(true)}
            >
              {`Show ${hidden} more`}
            </Button>
          </li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
    </>
  );
}

interface EntryRowProps extends EntriesProps {
  readonly entry: Entry;
  readonly index: number;
  readonly reorder: Reorder<Entry>;
}

function EntryRow(props: EntryRowProps) {
  const { entry, index, reorder, section, choice, places, editor, order } = props;
  const { _id: id, title, detail, isDraft } = entry;
  const { settings, change } = editor;
  const inputId = useId();
  const isOn = isOnPage(section, id);
  const onIt = onResume(settings, places, order);
  return (
    <li data-id={id} className={reorder.lifted?.key === id ? 'bg-accent-soft' : ''}>
      <div className={`${TREE_ROW} min-h-8.5 text-sm sm:pl-5.5! max-sm:min-h-11`}>
        <ReorderHandle reorder={reorder} itemKey={id} index={index} name={title} />
        <Checkbox
          id={inputId}
          checked={isOn}
          onChange={({ target }) =>
            change((before) =>
              chooseEntry(before, section.name, { order, id, isOn: target.checked }),
            )
          }
        />
        <label
          htmlFor={inputId}
          title={detail ? `${title}, ${detail}` : title}
          className={`cursor-pointer truncate py-1 ${isOn ? '' : 'text-ink-2'}`}
        >
          {title} {detail && <span className="text-ink-3">{detail}</span>}
        </label>
        {isDraft ? <Badge variant="dashed">Draft</Badge> : <span />}
        {isOn && places.has(id) && (
          <Checkbox
            aria-label={`${title} in the resume`}
            className="justify-self-center"
            checked={onIt.includes(id)}
            onChange={({ target }) => {
              const others = onIt.filter((other) => other !== id);
              const wanted = target.checked ? [...others, id] : others;
              change((before) => setOnResume(before, places, choice, wanted));
            }}
          />
        )}
      </div>
      {isDraft && isOn && <DraftSwitch entry={entry} editor={editor} />}
    </li>
  );
}

/** A draft stays private until the owner says so for this reader. */
function DraftSwitch({
  entry: { _id: id, title },
  editor,
}: Pick<EntryRowProps, 'entry' | 'editor'>) {
  const inputId = useId();
  const { settings, change } = editor;
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 pr-4 pb-1.5 pl-[70px] text-xs text-ink-2 max-sm:min-h-10 max-sm:pl-13">
      <label htmlFor={inputId}>
        Shown here before it is public<span className="sr-only"> ({title})</span>
      </label>
      <Switch
        id={inputId}
        checked={settings.drafts.includes(id)}
        onChange={({ target }) =>
          change(({ drafts }) => ({
            drafts: target.checked ? [...drafts, id] : drafts.filter((other) => other !== id),
          }))
        }
      />
    </div>
  );
}
