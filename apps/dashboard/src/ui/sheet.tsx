import * as Primitive from '@radix-ui/react-dialog';
import { cva, type VariantProps } from 'class-variance-authority';
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;
export const SheetClose = Primitive.Close;

const sheet = cva('fixed z-50 flex flex-col overflow-y-auto border-line bg-paper p-4', {
  variants: {
    side: {
      top: 'slide-from-[0_-100%] inset-x-0 top-0 border-b',
      bottom: 'slide-from-[0_100%] inset-x-0 bottom-0 border-t',
      left: 'slide-from-[-100%_0] inset-y-0 left-0 w-72 max-w-[85vw] border-r',
      right: 'slide-from-[100%_0] inset-y-0 right-0 w-72 max-w-[85vw] border-l',
    },
  },
  defaultVariants: { side: 'right' },
});

interface SheetContentProps
  extends ComponentProps<typeof Primitive.Content>,
    VariantProps<typeof sheet> {
  readonly title: string;
}

export function SheetContent({ side, title, children, ...rest }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="appear fixed inset-0 z-40 bg-shade" />
      <Primitive.Content className={sheet({ side })} aria-describedby={undefined} {...rest}>
        <div className="mb-3 flex items-center justify-between">
          <Primitive.Title className="text-xl">{title}</Primitive.Title>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close">
              <X aria-hidden="true" />
            </Button>
          </Primitive.Close>
        </div>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
