import type { ComponentProps } from 'react';

export function Checkbox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="checkbox"
      className={`grid size-4 shrink-0 appearance-none place-items-center rounded-sm border border-edge bg-card after:hidden after:h-[4px] after:w-[8px] after:-translate-y-px after:-rotate-45 after:border-b-2 after:border-l-2 after:border-accent-ink checked:border-accent checked:bg-accent checked:after:block max-sm:size-6 max-sm:after:h-[6px] max-sm:after:w-[11px] forced-colors:appearance-auto ${className}`}
      {...rest}
    />
  );
}
