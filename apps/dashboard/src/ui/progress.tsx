import * as Primitive from '@radix-ui/react-progress';
import type { ComponentProps } from 'react';

export function Progress({
  value,
  max = 100,
  className = '',
  ...rest
}: ComponentProps<typeof Primitive.Root>) {
  const share = Math.min(Math.max((value ?? 0) / max, 0), 1);
  return (
    <Primitive.Root
      value={value ?? null}
      max={max}
      className={`h-1 overflow-hidden rounded-full bg-line ${className}`}
      {...rest}
    >
      <Primitive.Indicator
        className="block h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${share * 100}%` }}
      />
    </Primitive.Root>
  );
}
