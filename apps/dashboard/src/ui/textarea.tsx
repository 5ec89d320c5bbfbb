import type { ComponentProps } from 'react';
import { FIELD_CLASSES } from './input.tsx';

/** Grows with its content. */
export function Textarea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={`field-sizing-content min-h-24 resize-none py-2 ${FIELD_CLASSES} ${className}`}
      {...rest}
    />
  );
}
