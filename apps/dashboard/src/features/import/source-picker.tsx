import type { ImportSource } from '@vitrine/contract/options';
import { useId } from 'react';
import { SOURCE_NAMES, SOURCES } from './import-source.ts';

interface SourcePickerProps {
  readonly value: ImportSource;
  readonly onChange: (source: ImportSource) => void;
}

/** One Tab stop, and the arrow keys choose. */
export function SourcePicker({ value, onChange }: SourcePickerProps) {
  const id = useId();
  return (
    <fieldset className="mb-4 grid min-w-0 grid-cols-3 gap-2 sm:mb-6 sm:gap-3">
      <legend className="sr-only">Source</legend>
      {SOURCE_NAMES.map((source) => {
        const { name, about, Icon } = SOURCES[source];
        return (
          <label
            key={source}
            className="relative flex min-w-0 cursor-pointer gap-x-3 gap-y-1.5 rounded-lg border border-line bg-card px-4 py-3.5 has-checked:border-accent has-checked:shadow-[0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-sm:flex-col max-sm:p-3"
          >
            <input
              type="radio"
              name={id}
              checked={source === value}
              aria-label={name}
              aria-describedby={`${id}-${source}`}
              onChange={() => onChange(source)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <Icon
              aria-hidden="true"
              className="size-[19px] shrink-0 text-ink-2"
              strokeWidth={1.7}
            />
            <span className="min-w-0">
              <span className="block font-medium max-sm:text-sm">{name}</span>
              <span id={`${id}-${source}`} className="block text-xs text-ink-2 max-sm:sr-only">
                {about}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
