import type { ComponentProps } from 'react';
import { FIELD_LOOK } from './input.tsx';

/** Grows with what is written in it. */
export function Textarea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={`field-sizing-content min-h-24 resize-none py-2 ${FIELD_LOOK} ${className}`}
      {...rest}
    />
  );
}
