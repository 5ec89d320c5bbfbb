import { Badge } from '../../ui/badge.tsx';
import type { Project } from './project-queries.ts';

export function DeployedBadge({ deployed }: Pick<Project, 'deployed'>) {
  return <Badge variant={deployed === 'Yes' ? 'default' : 'secondary'}>{deployed}</Badge>;
}

/** In a table; on a phone, where no column says what is meant, it says so itself. */
export function DeployedCell({ deployed }: Pick<Project, 'deployed'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 max-sm:before:text-xs max-sm:before:text-ink-3 max-sm:before:content-['Deployed']">
      <DeployedBadge deployed={deployed} />
    </div>
  );
}
