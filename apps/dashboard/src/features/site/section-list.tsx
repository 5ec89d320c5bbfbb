import { useQuery } from '@tanstack/react-query';
import { recordOf } from '@vitrine/contract/collections';
import {
  SITE_SECTION_NAMES,
  SITE_SECTIONS,
  type SiteSectionName,
  usualHeadings,
} from '@vitrine/contract/options';
import { Ellipsis, TextCursorInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { collectionQuery } from '../../components/collection/collection-query.ts';
import { MoveItems } from '../../components/reorder/move-items.tsx';
import { ReorderHandle } from '../../components/reorder/reorder-handle.tsx';
import { moveItem, type Reorder, useReorder } from '../../components/reorder/use-reorder.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { HeadingInput } from './heading-input.tsx';
import type { Design } from './site-queries.ts';

type Section = Design['sections'][number];

interface SectionListProps {
  readonly sections: readonly Section[];
  readonly onChange: (change: (before: readonly Section[]) => Section[]) => void;
  /** What is in each section, as in '12 skills'. */
  readonly contents: Readonly<Record<SiteSectionName, string>>;
}

/** The sections of the home page: their order, headings, and whether they are shown. */
export function SectionList({ sections, onChange, contents }: SectionListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data: entries = [] } = useQuery(collectionQuery('timeline'));
  const usual = usualHeadings(NAMES, 'Path', entries);
  const reorder = useReorder({
    isLive: true,
    items: sections,
    keyOf: ({ name }) => name,
    nameOf: ({ name, heading }) => heading || usual[name],
    list,
    onMove: ({ name }, to) =>
      flushSync(() => onChange((before) => moveItem(before, (one) => one.name === name, to))),
  });

  function set(changed: Section) {
    onChange((before) =>
      before.map((section) => (section.name === changed.name ? changed : section)),
    );
  }

  return (
    <>
      <ul ref={list} className="overflow-clip rounded-lg border border-line bg-card">
        <li className={ROW}>
          <span className="col-start-2 min-w-0">
            <span className="block font-medium">Introduction</span>
            <span className="text-xs text-ink-3">Always first</span>
          </span>
          <Switch
            aria-label="Show Introduction"
            checked
            disabled
            readOnly
            className="col-start-4"
          />
        </li>
        {sections.map((section, index) => (
          <SectionRow
            key={section.name}
            section={section}
            usual={usual[section.name]}
            index={index}
            count={sections.length}
            content={contents[section.name]}
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

const ROW =
  'grid min-h-12 grid-cols-[24px_minmax(0,1fr)_auto_auto] items-center gap-1.5 border-line py-1.5 pr-2.5 pl-1 not-first:border-t max-sm:min-h-14';

const NAMES = recordOf(SITE_SECTION_NAMES, (section) => SITE_SECTIONS[section].name);

interface SectionRowProps {
  readonly section: Section;
  /** The heading that it has unless the owner renames it. */
  readonly usual: string;
  readonly index: number;
  readonly count: number;
  readonly content: string;
  readonly reorder: Reorder<Section>;
  readonly onChange: (section: Section) => void;
}

function SectionRow(props: SectionRowProps) {
  const { section, usual, index, count, content, reorder, onChange } = props;
  const [isRenaming, setIsRenaming] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const name = section.heading || usual;
  const handle = { reorder, itemKey: section.name, index, name };

  function endRenaming(heading: string, isByKey: boolean) {
    flushSync(() => {
      setIsRenaming(false);
      if (heading !== section.heading) onChange({ ...section, heading });
    });
    if (isByKey) menu.current?.focus();
  }

  return (
    <li
      data-id={section.name}
      className={`${ROW} ${reorder.lifted?.key === section.name ? 'bg-accent-soft' : ''}`}
    >
      <ReorderHandle {...handle} />
      {isRenaming ? (
        <HeadingInput heading={section.heading} usual={usual} onEnd={endRenaming} />
      ) : (
        <span className={`min-w-0 ${section.shown ? '' : 'text-ink-3'}`}>
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-xs text-ink-3">
            {section.shown ? content : `${content} · Hidden`}
          </span>
        </span>
      )}
      <Menu
        title={name}
        trigger={
          <Button
            ref={menu}
            variant="ghost"
            size="icon"
            className="size-7! max-sm:size-9!"
            aria-label={`More actions for ${name}`}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MoveItems index={index} count={count} onMove={(to) => reorder.moveTo(section.name, to)} />
        <MenuSeparator />
        <MenuItem onSelect={() => setIsRenaming(true)}>
          <TextCursorInput aria-hidden="true" /> Rename
        </MenuItem>
      </Menu>
      <Switch
        aria-label={`Show ${name}`}
        checked={section.shown}
        onChange={({ target }) => onChange({ ...section, shown: target.checked })}
      />
    </li>
  );
}
