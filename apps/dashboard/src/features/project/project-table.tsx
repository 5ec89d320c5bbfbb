import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { Picture } from '../../components/picture.tsx';
import { isWebAddress, WebLink } from '../../components/web-link.tsx';
import { WholeText } from '../../components/whole-text.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { DeployedCell } from './deployed-badge.tsx';
import type { Project } from './project-queries.ts';

export function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <Table aria-label="Projects">
      <TableHead>
        <TableHeading>Title</TableHeading>
        <TableHeading className="w-[17%]">Stack</TableHeading>
        <TableHeading className="w-[14%]">Deployed</TableHeading>
        <TableHeading end className="w-52">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableHead>
      <TableBody>
        {projects.map(({ _id: id, title, stack, deployed, projectLink, projectBanner }) => (
          <TableRow key={id} className="max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1">
            <TableCell className="font-medium">
              <div className="flex items-center gap-3">
                <Picture
                  image={projectBanner}
                  alt=""
                  sizes="48px"
                  className="h-8 w-12 shrink-0 rounded-sm"
                />
                <WholeText text={title} className="min-w-0" />
              </div>
            </TableCell>
            <TableCell className="text-ink-2 max-sm:hidden">{stack}</TableCell>
            <TableCell className="max-sm:order-last max-sm:col-span-2 max-sm:pl-15!">
              <div className="flex items-center gap-2">
                <span className="text-ink-2 sm:hidden">{stack}</span>
                <DeployedCell deployed={deployed} />
              </div>
            </TableCell>
            <TableCell end>
              <div className="flex items-center justify-end gap-1">
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.updateProject(id)} aria-label={`Update ${title}`}>
                    Update
                  </Link>
                </Button>
                {isWebAddress(projectLink) ? (
                  <Button asChild variant="ghost" size="sm" className="w-18">
                    <WebLink href={projectLink} label={`Visit ${title}`}>
                      Visit <ArrowUpRight aria-hidden="true" />
                    </WebLink>
                  </Button>
                ) : (
                  <span className="w-18" />
                )}
              </div>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
