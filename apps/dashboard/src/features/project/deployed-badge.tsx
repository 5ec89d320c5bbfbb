import { Badge } from '../../ui/badge.tsx';
import type { Project } from './project-queries.ts';

export function DeployedBadge({ deployed }: Pick<Project, 'deployed'>) {
  return <Badge variant={deployed === 'Yes' ? 'default' : 'secondary'}>{deployed}</Badge>;
}

interface StackLineProps extends Pick<Project, 'stack' | 'deployed'> {
  readonly className: string;
}

/** Shown below the title where the Stack and Deployed columns do not fit. */
export function StackLine({ stack, deployed, className }: StackLineProps) {
  return (
    <span className={`text-sm font-normal wrap-anywhere text-ink-2 ${className}`}>
      {stack} · {deployed === 'Yes' ? 'Deployed' : 'Not deployed'}
    </span>
  );
}
