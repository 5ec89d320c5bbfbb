import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';

interface EmptyStateProps {
  readonly text: string;
  /** A link to the next step. */
  readonly next?: readonly [path: string, name: string];
}

export function EmptyState({ text, next }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 border-t border-line px-6 py-9 text-center first:border-t-0">
      <p className="text-ink-2">{text}</p>
      {next && (
        <Button asChild variant="outline" size="sm">
          <Link to={next[0]}>{next[1]}</Link>
        </Button>
      )}
    </div>
  );
}
