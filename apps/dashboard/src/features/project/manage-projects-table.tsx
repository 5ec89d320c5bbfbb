import { routes } from '@vitrine/contract/routes';
import { Eye, Pen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Picture } from '../../components/picture.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { DeployedBadge, StackLine } from './deployed-badge.tsx';
import type { Project } from './project-queries.ts';

export function ManageProjectsTable({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <Table aria-label="Projects">
      <TableHead>
        <TableHeading className="w-33">Banner</TableHeading>
        <TableHeading>Title</TableHeading>
        <TableHeading className="w-32 @max-[52rem]/table:hidden">Stack</TableHeading>
        <TableHeading className="w-28 @max-[52rem]/table:hidden">Deployed</TableHeading>
        <TableHeading end className="w-44">
          Actions
        </TableHeading>
      </TableHead>
      <TableBody>
        {projects.map((project) => (
          <Row key={project._id} project={project} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ project }: { readonly project: Project }) {
  const { _id: id, title, stack, deployed, projectBanner } = project;
  const remove = useApiMutation(routes.project.remove, { reloads: ['projects'] });
  return (
    <TableRow className="stacked:grid-cols-[auto_1fr_auto] stacked:gap-x-3 stacked:gap-y-2">
      <TableCell className="@max-[30rem]/table:row-span-2 @max-[30rem]/table:self-start">
        <Picture
          image={projectBanner}
          alt=""
          sizes="96px"
          className="aspect-video w-24 rounded-sm stacked:w-20"
        />
      </TableCell>
      <TableCell className="font-medium @max-[30rem]/table:col-span-2">
        <TruncatedText text={title} />
        <StackLine stack={stack} deployed={deployed} className="hidden @max-[52rem]/table:block" />
      </TableCell>
      <TableCell className="truncate text-ink-2 @max-[52rem]/table:hidden">{stack}</TableCell>
      <TableCell className="@max-[52rem]/table:hidden">
        <DeployedBadge deployed={deployed} />
      </TableCell>
      <TableCell end className="@max-[30rem]/table:col-span-2">
        <div className="flex justify-end gap-1.5 @max-[30rem]/table:justify-start">
          <RoundLink to={paths.viewProject(id)} text="View" name={title}>
            <Eye aria-hidden="true" />
          </RoundLink>
          <RoundLink to={paths.updateProject(id)} text="Edit" name={title}>
            <Pen aria-hidden="true" />
          </RoundLink>
          <DeleteButton
            compact
            name={title}
            isPending={remove.isPending}
            onDelete={() => remove.mutate({ params: { id } })}
          />
        </div>
      </TableCell>
    </TableRow>
  );
}

interface RoundLinkProps {
  readonly to: string;
  readonly text: string;
  readonly name: string;
  readonly children: ReactNode;
}

function RoundLink({ to, text, name, children }: RoundLinkProps) {
  return (
    <Tooltip text={text}>
      <Button asChild variant="outline" size="icon" className="rounded-full!">
        <Link to={to} aria-label={`${text} ${name}`}>
          {children}
        </Link>
      </Button>
    </Tooltip>
  );
}
