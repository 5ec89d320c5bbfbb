import type { ComponentProps, ReactNode } from 'react';

export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={`min-w-0 overflow-clip rounded-lg border border-line bg-card ${className}`}
      {...rest}
    />
  );
}

interface CardHeadProps {
  readonly title: string;
  /** Actions at the end of the line. */
  readonly children?: ReactNode;
}

export function CardHead({ title, children }: CardHeadProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-2 px-4 py-2.5 sm:px-[22px]">
      <h2 className="text-xl">{title}</h2>
      {children}
    </div>
  );
}

/** Stays at the bottom of a card that is taller than its content. */
export function CardFoot({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div className={`mt-auto border-t border-line px-4 py-2 sm:px-[22px] ${className}`} {...rest} />
  );
}
