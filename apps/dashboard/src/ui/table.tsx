import type { ComponentProps } from 'react';

interface CellProps {
  /** Numbers and actions keep to the right. */
  readonly end?: boolean;
}

/** Borders belong to the cells: those of a collapsed table would scroll away under its head. */
export function Table({ className = '', ...rest }: ComponentProps<'table'>) {
  return (
    <table
      className={`w-full border-separate border-spacing-0 max-sm:block ${className}`}
      {...rest}
    />
  );
}

/** Stays in sight while the rows scroll by. On a phone the rows are cards and need no head. */
export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead className="sticky top-0 z-10 max-sm:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableHeading({ end, className = '', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={`border-y border-line bg-sunk px-4 py-2 text-xs font-medium text-ink-3 sm:px-[22px] ${end ? 'text-right' : 'text-left'} ${className}`}
      {...rest}
    />
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody className="max-sm:block max-sm:border-t max-sm:border-line" {...props} />;
}

/** On a phone a card: who uses it says how its cells lie. */
export function TableRow({ className = '', ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={`border-line transition-colors hover:bg-sunk/60 max-sm:grid max-sm:items-center max-sm:px-4 max-sm:py-3 max-sm:not-last:border-b ${className}`}
      {...rest}
    />
  );
}

export function TableCell({ end, className = '', ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={`max-w-0 border-line px-4 py-[11px] align-middle sm:px-[22px] sm:in-[tr:not(:last-child)]:border-b max-sm:max-w-none max-sm:min-w-0 max-sm:p-0 ${end ? 'text-right' : ''} ${className}`}
      {...rest}
    />
  );
}
