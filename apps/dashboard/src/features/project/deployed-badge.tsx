import { Badge } from '../../ui/badge.tsx';
import type { Project } from './project-queries.ts';

/** A draft may not say yet whether it is deployed. */
export function DeployedBadge({ deployed }: Pick<Project, 'deployed'>) {
  if (deployed === '') return <span className="text-ink-3">Not set</span>;
  return <Badge variant={deployed === 'Yes' ? 'default' : 'secondary'}>{deployed}</Badge>;
}

interface StackLineProps extends Pick<Project, 'stack' | 'deployed'> {
  readonly className: string;
}

/** Shown below the title where the Stack and Deployed columns do not fit. */
export function StackLine({ stack, deployed, className }: StackLineProps) {
  return (
    <span className={`text-sm font-normal wrap-anywhere text-ink-2 ${className}`}>
      {[stack, deployed && (deployed === 'Yes' ? 'Deployed' : 'Not deployed')]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
