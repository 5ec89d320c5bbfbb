import { Slot } from '@radix-ui/react-slot';
import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

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
  readonly icon?: LucideIcon;
  /** Shows a spinner and ignores clicks. Not `disabled`, which would drop the focus. */
  readonly isPending?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, asChild, className, type, icon: Icon, isPending, ...rest } = props;
  const classes = button({ variant, size, className });
  if (asChild) return <Slot className={classes} {...rest} />;
  const { onClick, children, ...others } = rest;
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      aria-disabled={isPending}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      {...others}
    >
      {isPending ? <Spinner /> : Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}
