import { namesOf } from '@vitrine/contract/collections';
import { useId } from 'react';
import type { SourceDetails } from './import-source.ts';

interface SourcePickerProps<Source extends string> {
  /** In the order in which they are offered. */
  readonly sources: Readonly<Record<Source, SourceDetails>>;
  readonly legend?: string;
  /** Pickers with the same name are one group. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (source: NoInfer<Source>) => void;
  /** On phones, shows the names beside each other, without what they are about. */
  readonly isCompact?: boolean;
  readonly className?: string;
}

/** One Tab stop, and the arrow keys choose. */
export function SourcePicker<Source extends string>(props: SourcePickerProps<Source>) {
  const { sources, legend = 'Source', name: group, value, onChange, isCompact, className } = props;
  const id = useId();
  return (
    <fieldset className={`grid min-w-0 gap-2 sm:gap-3 ${className ?? ''}`}>
      <legend className="sr-only">{legend}</legend>
      {namesOf(sources).map((source) => {
        const { name, about, Icon } = sources[source];
        return (
          <label
            key={source}
            className={`relative flex min-w-0 cursor-pointer gap-x-3 gap-y-1.5 rounded-lg border border-line bg-card px-4 py-3.5 has-checked:border-accent has-checked:shadow-[0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isCompact ? 'max-sm:flex-col max-sm:p-3' : ''}`}
          >
            <input
              type="radio"
              name={group}
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
              <span className={`block font-medium ${isCompact ? 'max-sm:text-sm' : ''}`}>
                {name}
              </span>
              <span
                id={`${id}-${source}`}
                className={`block text-xs text-ink-2 ${isCompact ? 'max-sm:sr-only' : ''}`}
              >
                {about}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
