import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

export interface Filter {
  readonly text: string;
  /** Empty for all kinds. */
  readonly kind: string;
}

export const NO_FILTER: Filter = { text: '', kind: '' };

/** Whether an item has the kind, and its texts contain all the words. */
export function isMatch(filter: Filter, kind: string, texts: readonly string[]): boolean {
  const content = texts.join(' ').toLocaleLowerCase();
  const words = filter.text.toLocaleLowerCase().split(/\s+/);
  return (
    (filter.kind === '' || kind === filter.kind) && words.every((word) => content.includes(word))
  );
}

interface KindFilterProps {
  readonly label: string;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly kinds: ReactNode;
  /** The width of the kinds. */
  readonly className: string;
  readonly children?: ReactNode;
}

/** Filters a list by words and by kind. */
export function KindFilter(props: KindFilterProps) {
  const { label, filter, onChange, field, kinds, className, children } = props;
  return (
    <search className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="relative min-w-40 flex-1 sm:max-w-65">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
        />
        <Input
          ref={field}
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={filter.text}
          maxLength={200}
          className="pl-9"
          onChange={({ target }) => onChange({ ...filter, text: target.value })}
        />
      </div>
      <div className={className}>
        <Select
          aria-label="Kind"
          value={filter.kind}
          onChange={({ target }) => onChange({ ...filter, kind: target.value })}
        >
          <option value="">All kinds</option>
          {kinds}
        </Select>
      </div>
      {children}
    </search>
  );
}
