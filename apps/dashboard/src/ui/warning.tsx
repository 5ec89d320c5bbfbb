import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface WarningProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Says what needs attention. Put it in a `role="status"` if it appears later. */
export function Warning({ className = '', children }: WarningProps) {
  return (
    <div
      className={`flex gap-2.5 rounded-md bg-ochre-soft px-3 py-2.5 text-sm text-ochre ${className}`}
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
