import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { StateBadge } from '../../../components/publishing/state-badge.tsx';
import { ExternalLink, isWebUrl } from '../../../components/text/external-link.tsx';
import { TruncatedText } from '../../../components/text/truncated-text.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRow,
} from '../../../ui/table.tsx';
import { DeployedBadge, StackLine } from '../deployed-badge.tsx';
import type { Project } from '../project-queries.ts';
import { Thumbnail } from '../thumbnail.tsx';

export function ProjectTable({ items }: { readonly items: readonly Project[] }) {
  return (
    <Table aria-label="Projects">
      <TableHead>
        <TableHeading>Title</TableHeading>
        <TableHeading className="w-26 @min-[56rem]/table:w-40">Stack</TableHeading>
        <TableHeading className="w-25 @min-[56rem]/table:w-32">Deployed</TableHeading>
        <TableHeading end className="w-48">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableHead>
      <TableBody>
        {items.map((project) => (
          <Row key={project._id} project={project} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ project }: { readonly project: Project }) {
  const { _id: id, title, stack, deployed, projectLink } = project;
  return (
    <TableRow className="stacked:grid-cols-[1fr_auto] stacked:gap-x-3">
      <TableCell className="font-medium">
        <div className="flex items-center gap-3">
          <Thumbnail
            project={project}
            sizes="64px"
            className="h-10 w-16 shrink-0 rounded-sm @max-[22rem]/table:hidden"
          />
          <div className="min-w-0">
            <span className="flex min-w-0 items-center gap-x-2.5 gap-y-1 @max-[48rem]/table:flex-wrap">
              <TruncatedText text={title} />
              <StateBadge item={project} />
            </span>
            <StackLine stack={stack} deployed={deployed} className="hidden stacked:block" />
          </div>
        </div>
      </TableCell>
      <TableCell className="truncate text-ink-2 stacked:hidden">{stack}</TableCell>
      <TableCell className="stacked:hidden">
        <DeployedBadge deployed={deployed} />
      </TableCell>
      <TableCell end>
        <div className="flex items-center justify-end gap-1">
          <Button asChild variant="outline" size="sm">
            <Link to={paths.updateProject(id)} aria-label={`Update ${title}`}>
              Update
            </Link>
          </Button>
          {isWebUrl(projectLink) ? (
            <Button asChild variant="ghost" size="sm" className={VISIT}>
              <ExternalLink href={projectLink} label={`Visit ${title}`}>
                <span className="@max-[30rem]/table:hidden">Visit</span>
                <ArrowUpRight aria-hidden="true" />
              </ExternalLink>
            </Button>
          ) : (
            <span className={VISIT} />
          )}
        </div>
      </TableCell>
    </TableRow>
  );
}

/** Reserves the width of the link in rows without one, so that the Update buttons line up. */
const VISIT = 'w-18 @max-[30rem]/table:w-8';
