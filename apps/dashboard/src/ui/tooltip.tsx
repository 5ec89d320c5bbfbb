import * as Primitive from '@radix-ui/react-tooltip';
import type { ComponentProps, ReactNode } from 'react';

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  );
}

interface TooltipProps {
  readonly text: string;
  readonly side?: ComponentProps<typeof Primitive.Content>['side'];
  readonly className?: string;
  /** A single element that accepts a ref. */
  readonly children: ReactNode;
}

export function Tooltip({ text, side, className = '', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={`appear z-50 max-w-80 rounded-md bg-ink px-2.5 py-1.5 text-xs text-paper ${className}`}
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
