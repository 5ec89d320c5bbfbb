import { Slot } from '@radix-ui/react-slot';
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-ink text-paper hover:bg-ink/85',
        destructive: 'bg-danger text-danger-ink hover:bg-danger/90',
        outline: 'border border-line-2 bg-card text-ink hover:border-edge hover:bg-sunk',
        secondary: 'bg-accent-soft text-accent hover:bg-accent-soft/70',
        ghost: 'text-ink-2 hover:bg-sunk hover:text-ink',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-9 px-3.5',
        sm: 'h-7 px-2.5',
        lg: 'h-10 px-5',
        icon: 'size-9',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Applies the styles to the only child, such as a link, instead of rendering a button. */
  readonly asChild?: boolean;
}

export function Button({ variant, size, asChild, className, type, ...rest }: ButtonProps) {
  const classes = button({ variant, size, className });
  if (asChild) return <Slot className={classes} {...rest} />;
  return <button type={type ?? 'button'} className={classes} {...rest} />;
}
