import type { ComponentProps } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly checked: boolean;
}

/** A checkbox for what takes effect without a button. */
export function Switch({ checked, className = '', ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className={`relative h-5 w-[34px] shrink-0 appearance-none rounded-full border border-edge bg-card transition-colors before:absolute before:inset-y-[3px] before:left-[3px] before:w-3 before:rounded-full before:bg-edge before:transition-[left] not-disabled:cursor-pointer checked:border-accent checked:bg-accent checked:before:left-[17px] checked:before:bg-accent-ink disabled:opacity-50 max-sm:h-[26px] max-sm:w-11 max-sm:before:w-[18px] max-sm:checked:before:left-[21px] forced-colors:appearance-auto forced-colors:before:hidden ${className}`}
      {...rest}
    />
  );
}
