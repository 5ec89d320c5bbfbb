import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Input } from '../../ui/input.tsx';
import type { Style } from './use-icon-search.ts';

interface SearchInputProps {
  readonly start: string;
  readonly onSearch: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly 'aria-controls': string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-activedescendant': string | undefined;
}

export function SearchInput({ start, onSearch, ...rest }: SearchInputProps) {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="relative min-w-0 flex-1 max-sm:flex-none max-sm:basis-full">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
      />
      <Input
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-label="Search icons"
        placeholder="Search icons"
        autoComplete="off"
        spellCheck={false}
        defaultValue={start}
        maxLength={100}
        className="pl-9"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => onSearch(target.value.trim()), 150);
        }}
        {...rest}
      />
    </search>
  );
}

const STYLES: readonly (readonly [Style, string])[] = [
  ['color', 'Brand color'],
  ['ink', 'Ink'],
];

interface StyleSwitchProps {
  readonly style: Style;
  readonly onChange: (style: Style) => void;
}

export function StyleSwitch({ style, onChange }: StyleSwitchProps) {
  return (
    <fieldset className="flex rounded-md border border-line bg-sunk p-0.5 max-sm:flex-1">
      <legend className="sr-only">Style</legend>
      {STYLES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === style}
          className="h-7 rounded-[6px] border border-transparent px-2.5 text-sm font-medium text-ink-2 aria-pressed:border-line-2 aria-pressed:bg-card aria-pressed:text-ink max-sm:h-9 max-sm:flex-1"
          // Keeps the focus in the search field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
