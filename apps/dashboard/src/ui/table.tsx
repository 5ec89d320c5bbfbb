import type { ComponentProps } from 'react';

interface CellProps {
  /** Numbers and actions keep to the right. */
  readonly end?: boolean;
}

interface TableProps extends ComponentProps<'table'> {
  /** For a table that is narrow enough for a phone: its rows never become cards. */
  readonly keepsColumns?: boolean;
}

/**
 * In less than 40rem of its own width, the rows become cards: `stacked` in styles.css. Borders
 * belong to the cells: those of a collapsed table would scroll away under its head.
 */
export function Table({ keepsColumns, className = '', ...rest }: TableProps) {
  return (
    <div className={`first:[&_:is(th,tbody)]:border-t-0 ${keepsColumns ? '' : '@container/table'}`}>
      <table
        className={`w-full table-fixed border-separate border-spacing-0 stacked:block ${className}`}
        {...rest}
      />
    </div>
  );
}

/** Stays in sight while the rows scroll by. Cards need no head. */
export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead className="sticky top-0 z-10 stacked:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableHeading({ end, className = '', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={`border-y border-line bg-sunk px-3.5 py-2 text-xs font-medium text-ink-3 first:pl-4 last:pr-4 sm:first:pl-[22px] sm:last:pr-[22px] ${end ? 'text-right' : 'text-left'} ${className}`}
      {...rest}
    />
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody className="stacked:block stacked:border-t stacked:border-line" {...props} />;
}

/** As a card, its cells lie in the columns that the caller names. */
export function TableRow({ className = '', ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={`border-line transition-colors hover:bg-sunk/60 stacked:grid stacked:items-center stacked:px-4 stacked:py-3 stacked:not-last:border-b ${className}`}
      {...rest}
    />
  );
}

export function TableCell({ end, className = '', ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={`border-line px-3.5 py-[11px] align-middle first:pl-4 last:pr-4 in-[tr:not(:last-child)]:border-b sm:first:pl-[22px] sm:last:pr-[22px] stacked:min-w-0 stacked:border-b-0! stacked:p-0! ${end ? 'text-right' : ''} ${className}`}
      {...rest}
    />
  );
}
