import * as Primitive from '@radix-ui/react-dialog';
import type { ComponentProps, ReactNode } from 'react';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

interface DialogContentProps extends ComponentProps<typeof Primitive.Content> {
  readonly title: string;
  readonly description: ReactNode;
}

export function DialogContent(props: DialogContentProps) {
  const { title, description, className = 'max-w-md', children, ...rest } = props;
  return (
    <Primitive.Portal>
      {/* As high as a sheet, so that a dialog opened from one covers it. */}
      <Primitive.Overlay className="appear fixed inset-0 z-50 bg-shade" />
      <Primitive.Content
        className={`appear fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border border-line bg-card p-6 ${className}`}
        {...rest}
      >
        <Primitive.Title className="text-xl">{title}</Primitive.Title>
        <Primitive.Description className="mt-2 text-ink-2">{description}</Primitive.Description>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

/** The buttons of a dialog, the safe one first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
