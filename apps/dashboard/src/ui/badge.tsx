import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badge = cva(
  'inline-flex min-h-[22px] max-w-full items-center gap-1.5 rounded-[11px] px-2.5 text-xs font-medium wrap-anywhere',
  {
    variants: {
      variant: {
        default:
          'bg-accent-soft text-accent before:size-1.5 before:rounded-full before:bg-current before:content-[""]',
        secondary: 'border border-line bg-sunk text-ink-2',
        destructive: 'bg-danger-soft text-danger',
        outline: 'border border-line-2 text-ink-2',
        dashed: 'border border-dashed border-edge text-ink-2',
        waiting: 'bg-ochre-soft text-ochre',
      },
    },
    defaultVariants: { variant: 'default' },
  },
);

export function Badge({
  variant,
  className,
  ...rest
}: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span className={badge({ variant, className })} {...rest} />;
}
