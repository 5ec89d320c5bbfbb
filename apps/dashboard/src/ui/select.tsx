import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FIELD_CLASSES } from './input.tsx';

/** A native select, which works with every keyboard, phone and screen reader. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={`h-[38px] appearance-none max-sm:h-11 pr-9 ${FIELD_CLASSES} ${className}`}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}
