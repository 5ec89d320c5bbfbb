import type { ComponentProps } from 'react';

interface CellProps {
  /** Aligns the content to the end, for numbers and actions. */
  readonly end?: boolean;
}

interface TableProps extends ComponentProps<'table'> {
  /** Keeps the columns on phones. For tables that are narrow enough. */
  readonly keepsColumns?: boolean;
}

/**
 * Below a width of 40rem, rows become cards: see `stacked` in styles.css. The borders are on the
 * cells, because those of a collapsed table would scroll away from the sticky header.
 */
export function Table({ keepsColumns, className = '', ...rest }: TableProps) {
  return (
    <div
      className={`first:[&_:is(thead_th,tbody:first-of-type)]:border-t-0 ${keepsColumns ? '' : '@container/table'}`}
    >
      <table
        className={`w-full table-fixed border-separate border-spacing-0 stacked:block ${className}`}
        {...rest}
      />
    </div>
  );
}

/** Sticky while the rows scroll. Hidden visually while the rows are cards. */
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

/** When stacked, a grid whose columns the caller sets. */
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
