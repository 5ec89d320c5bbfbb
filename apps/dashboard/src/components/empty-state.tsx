import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly text: string;
  /** The next step, as a button. */
  readonly children?: ReactNode;
}

export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 border-t border-line px-6 py-9 text-center first:border-t-0">
      <p className="text-ink-2">{text}</p>
      {children}
    </div>
  );
}
