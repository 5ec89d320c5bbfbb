import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ReturnToDashboard } from './return-to-dashboard.tsx';

interface ManageActionsProps {
  readonly query: { readonly isFetched: boolean; readonly data: readonly unknown[] | undefined };
  /** The link that adds an item. */
  readonly add: readonly [path: string, name: string];
}

/** The actions of a Manage page. An empty list has its Add link in the empty state instead. */
export function ManageActions({ query, add: [path, name] }: ManageActionsProps) {
  // Show both at once: an Add link that appears later would move the other button.
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
