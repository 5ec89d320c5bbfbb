import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface SecurityCardProps {
  readonly title: string;
  readonly description: ReactNode;
  /** At the end of the head; below the description on phones. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A card of the Security section: what it is about, its main action, and its content. */
export function SecurityCard({ title, description, action, children }: SecurityCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="flex flex-col items-start justify-between gap-3 px-4 py-4 sm:flex-row sm:px-[22px]">
        <div className="min-w-0">
          <h3 id={id} className="text-base font-medium">
            {title}
          </h3>
          <p className="mt-1 text-sm text-pretty text-ink-2 wrap-anywhere">{description}</p>
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {children}
    </Card>
  );
}
