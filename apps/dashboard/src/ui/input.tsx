import type { ComponentProps } from 'react';

/** Shared by inputs, selects and textareas. */
export const FIELD_CLASSES =
  'w-full min-w-0 rounded-md border border-edge bg-card px-3 text-base text-ink transition-[border-color,box-shadow] focus-visible:border-accent focus-visible:ring-3 focus-visible:ring-accent-soft focus-visible:outline-none aria-invalid:border-danger aria-invalid:focus-visible:ring-danger-soft max-sm:text-[1rem]';

export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input className={`h-[38px] max-sm:h-11 ${FIELD_CLASSES} ${className}`} {...rest} />;
}
