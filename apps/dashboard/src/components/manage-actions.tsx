import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ReturnToDashboard } from './return-to-dashboard.tsx';

interface ManageActionsProps {
  readonly query: { readonly isFetched: boolean; readonly data: readonly unknown[] | undefined };
  /** Where another one is added, and what that is called. */
  readonly add: readonly [path: string, name: string];
}

/** At the head of a list that is managed. An empty list has its own Add, under its sentence. */
export function ManageActions({ query, add: [path, name] }: ManageActionsProps) {
  // Both at once: an Add that came later would push the way back aside.
  if (!query.isFetched) return <Skeleton className="h-9 w-44" />;
  return (
    <div className="flex flex-wrap gap-2">
      <ReturnToDashboard />
      {query.data && query.data.length > 0 && (
        <Button asChild>
          <Link to={path}>
            <Plus aria-hidden="true" /> {name}
          </Link>
        </Button>
      )}
    </div>
  );
}
