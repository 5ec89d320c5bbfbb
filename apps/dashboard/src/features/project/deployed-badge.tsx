import { Badge } from '../../ui/badge.tsx';
import type { Project } from './project-queries.ts';

export function DeployedBadge({ deployed }: Pick<Project, 'deployed'>) {
  return <Badge variant={deployed === 'Yes' ? 'default' : 'secondary'}>{deployed}</Badge>;
}
