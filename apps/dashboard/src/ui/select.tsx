import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FIELD_LOOK } from './input.tsx';

/** The browser's own list of choices: every keyboard, phone and screen reader knows it. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={`h-[38px] appearance-none max-sm:h-11 pr-9 ${FIELD_LOOK} ${className}`}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}
