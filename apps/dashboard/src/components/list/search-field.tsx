import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Input } from '../../ui/input.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onSearch: (query: string) => void;
  /** How long to wait for a pause in typing. */
  readonly delayMs?: number;
}

/**
 * Searches as the owner types. In an element with the class `group/view`, it shows its shortcut while
 * the focus is in the rows.
 */
export function SearchField({ label, input, query, onSearch, delayMs = 250 }: SearchFieldProps) {
  const timer = useRef<number>(undefined);
  const lastQuery = useRef(query);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follow changes of the URL that did not come from typing, such as a link or Back.
  useEffect(() => {
    if (!input.current || query === lastQuery.current) return;
    clearTimeout(timer.current);
    lastQuery.current = query;
    input.current.value = query;
  }, [input, query]);
  return (
    <search className="relative min-w-48 max-lg:flex-1 max-sm:w-full max-sm:flex-none lg:w-65">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        defaultValue={query}
        maxLength={200}
        className="pl-9 sm:group-has-[[data-rows]:focus-within]/view:pr-10"
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => {
            lastQuery.current = target.value.trim();
            onSearch(lastQuery.current);
          }, delayMs);
        }}
      />
      {/* The / shortcut works, and is shown, while the focus is in the list. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-2.5 hidden rounded-sm border border-line-2 bg-card px-1.5 font-sans text-xs text-ink-3 sm:group-has-[[data-rows]:focus-within]/view:block"
      >
        /
      </span>
    </search>
  );
}
