import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly name: string;
    readonly Icon?: LucideIcon;
    /** Shown after the name, such as a count. */
    readonly aside?: ReactNode;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Shows only the icons on phones. */
  readonly isCompact?: boolean;
  readonly className?: string;
}

/** A choice of few options, side by side. One Tab stop, and the arrow keys choose. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, isCompact = false, className = '' } = props;
  const name = useId();
  return (
    <fieldset
      className={`flex min-w-0 gap-0.5 rounded-[9px] border border-line bg-sunk p-0.5 ${className}`}
    >
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: option, name: text, Icon, aside }) => (
        <label
          key={option}
          className="relative flex min-h-[30px] flex-auto items-center justify-center gap-1.5 rounded-[7px] border border-transparent px-2.5 py-0.5 text-center text-sm text-ink-2 has-checked:border-line-2 has-checked:bg-card has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent max-sm:min-h-[38px]"
        >
          <input
            type="radio"
            name={name}
            // Of no form, so that a form around it does not send it.
            form=""
            checked={option === value}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[7px] outline-none"
          />
          {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
          <span className={isCompact ? 'max-sm:sr-only' : ''}>{text}</span>
          {aside}
        </label>
      ))}
    </fieldset>
  );
}
