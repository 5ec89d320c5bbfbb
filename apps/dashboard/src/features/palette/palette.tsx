import { Search } from 'lucide-react';
import { useRef } from 'react';
import { MOD } from '../../components/shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import {
  CommandDialog,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../ui/command.tsx';
import { Keys } from '../../ui/kbd.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.tsx';
import { partsOf, wordsOf } from './palette-match.ts';

interface PaletteProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly PaletteGroup[];
  /** Shown below the results, such as that there are none. */
  readonly status: string;
  readonly onChoose: (item: PaletteItem, inNewTab: boolean) => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** The command palette: a search field with objects, views and actions. */
export function Palette(props: PaletteProps) {
  const { query, onQuery, groups, status, onChoose, onHelp, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const isNewTab = useRef(false);
  const words = wordsOf(query);
  return (
    <CommandDialog
      label="Search and commands"
      onClose={onClose}
      onEscape={() => {
        onQuery('');
        return query === '';
      }}
      onClickCapture={({ ctrlKey, metaKey }) => {
        isNewTab.current = ctrlKey || metaKey;
      }}
      onKeyDown={(event) => {
        const isMod = event.ctrlKey || event.metaKey;
        isNewTab.current = isMod;
        if (event.key === '?' && query === '') {
          event.preventDefault();
          onHelp();
        } else if (event.key.toLowerCase() === 'k' && isMod) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <div className="flex h-14 items-center gap-3 border-b border-line px-4.5">
        <Search aria-hidden="true" className="size-[19px] shrink-0 text-ink-3" />
        <CommandInput
          resultList={list}
          value={query}
          onValueChange={onQuery}
          maxLength={200}
          placeholder="Search or run a command"
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none max-sm:text-[1rem]"
        />
        <span className="max-sm:hidden">
          <Keys keys={['Esc']} />
        </span>
        <Button variant="ghost" size="sm" className="-mr-2 h-9 sm:hidden" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <CommandList list={list}>
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ heading, items }) => (
            <CommandGroup
              key={heading}
              heading={heading}
              className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-ink-3"
            >
              {items.map((item) => (
                <PaletteRow
                  key={item.value}
                  item={item}
                  words={words}
                  onSelect={() => onChoose(item, isNewTab.current)}
                />
              ))}
            </CommandGroup>
          ))}
      </CommandList>
      <div>
        <p role="status" className="px-4.5 text-ink-2 not-empty:pt-1 not-empty:pb-3">
          {status}
        </p>
        <PaletteFooter onHelp={onHelp} />
      </div>
    </CommandDialog>
  );
}

interface PaletteRowProps {
  readonly item: PaletteItem;
  readonly words: readonly string[];
  readonly onSelect: () => void;
}

function PaletteRow({ item, words, onSelect }: PaletteRowProps) {
  const { value, name, detail, picture, isQuoted, aside } = item;
  return (
    <CommandItem
      value={value}
      onSelect={onSelect}
      className="group grid min-h-11 cursor-pointer grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2.5 py-1.5 scroll-my-2 data-[selected=true]:bg-accent-soft"
    >
      <span className="grid h-6 w-8 place-items-center overflow-hidden rounded-sm text-ink-2 [&>svg]:size-[17px]">
        {picture}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Marked text={name} words={isQuoted ? [] : words} />
        </span>
        {detail && (
          <span className="block truncate text-xs text-ink-2">
            <Marked text={detail} words={words} />
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 text-xs text-ink-2">
        {aside}
        <span aria-hidden="true" className="hidden group-data-[selected=true]:block">
          <Keys keys={['↵']} />
        </span>
      </span>
    </CommandItem>
  );
}

/** A text in which the words of the query stand out, without relying on color. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  let position = 0;
  return partsOf(text, words).map((part, index) => {
    const key = position;
    position += part.length;
    return index % 2 === 0 ? (
      part
    ) : (
      <mark
        key={key}
        className="bg-transparent font-semibold text-inherit underline decoration-accent decoration-2 underline-offset-3"
      >
        {part}
      </mark>
    );
  });
}

function PaletteFooter({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <div className="flex items-center gap-4.5 border-t border-line bg-sunk px-4.5 py-2 text-xs text-ink-2 max-sm:hidden">
      <Hint keys={['↑', '↓']} name="Move" />
      <Hint keys={['↵']} name="Open" />
      <Hint keys={[MOD, '↵']} name="Open in a new tab" />
      <Button
        variant="ghost"
        size="sm"
        className="-mr-2 ml-auto text-xs font-normal"
        onClick={onHelp}
      >
        <Hint keys={['?']} name="Shortcuts" />
      </Button>
    </div>
  );
}

function Hint({ keys, name }: { readonly keys: readonly string[]; readonly name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Keys keys={keys} /> {name}
    </span>
  );
}
