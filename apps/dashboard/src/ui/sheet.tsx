import * as Primitive from '@radix-ui/react-dialog';
import { cva, type VariantProps } from 'class-variance-authority';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { isToast } from './is-toast.ts';

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;
export const SheetClose = Primitive.Close;

const sheet = cva('fixed z-50 flex flex-col border-line bg-paper', {
  variants: {
    side: {
      top: 'slide-from-[0_-100%] inset-x-0 top-0 border-b',
      bottom: 'slide-from-[0_100%] inset-x-0 bottom-0 border-t',
      left: 'slide-from-[-100%_0] inset-y-0 left-0 border-r',
      right: 'slide-from-[100%_0] inset-y-0 right-0 border-l',
    },
    /** A wide sheet has a header that stays while its content scrolls, and fills a phone. */
    size: { narrow: 'overflow-y-auto p-4', wide: '' },
  },
  compoundVariants: [
    { side: ['left', 'right'], size: 'narrow', className: 'w-72 max-w-[85vw]' },
    { side: ['left', 'right'], size: 'wide', className: 'w-140 max-w-full max-sm:w-full' },
  ],
  defaultVariants: { side: 'right', size: 'narrow' },
});

interface SheetContentProps
  extends ComponentProps<typeof Primitive.Content>,
    VariantProps<typeof sheet> {
  readonly title: string;
  /** A line below the title of a wide sheet. */
  readonly description?: ReactNode;
}

export function SheetContent(props: SheetContentProps) {
  const { side, size, title, description, children, ...rest } = props;
  const isWide = size === 'wide';
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="appear fixed inset-0 z-40 bg-shade" />
      <Primitive.Content
        className={sheet({ side, size })}
        aria-describedby={undefined}
        onInteractOutside={(event) => {
          if (isToast(event.target)) event.preventDefault();
        }}
        {...rest}
      >
        <div
          className={`flex justify-between gap-3 ${isWide ? 'items-start border-b border-line py-4 pr-3 pl-4 sm:pl-6' : 'mb-3 items-center'}`}
        >
          <div className={`min-w-0 ${isWide && !description ? 'pt-1' : ''}`}>
            <Primitive.Title tabIndex={-1} className="text-xl outline-none">
              {title}
            </Primitive.Title>
            {description}
          </div>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close">
              <X aria-hidden="true" />
            </Button>
          </Primitive.Close>
        </div>
        {isWide ? (
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-24 sm:px-6">{children}</div>
        ) : (
          children
        )}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
