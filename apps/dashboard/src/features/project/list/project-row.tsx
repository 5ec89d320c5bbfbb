import { routes } from '@vitrine/contract/routes';
import { Eye, Pen, Star, StarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApiMutation } from '../../../api/query-client.ts';
import { DeleteButton } from '../../../components/collection/delete-button.tsx';
import { ROW_STATES, RowControls, rowAttributes } from '../../../components/list/managed-row.tsx';
import { RowMenu } from '../../../components/list/row-menu.tsx';
import type { ManagedListState } from '../../../components/list/use-managed-list.ts';
import { StateBadge } from '../../../components/publishing/state-badge.tsx';
import { TruncatedText } from '../../../components/text/truncated-text.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { DeployedBadge, StackLine } from '../deployed-badge.tsx';
import type { Project } from '../project-queries.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { PublishItem } from './publish-actions.tsx';

interface ProjectRowProps {
  readonly project: Project;
  readonly state: ManagedListState<Project> | undefined;
}

/** A project on the Manage page. */
export function ProjectRow({ project, state }: ProjectRowProps) {
  const { stack, deployed } = project;
  return (
    <TableRow
      {...(state && rowAttributes(state, project))}
      className={`${ROW_STATES} stacked:gap-x-3 stacked:gap-y-2 ${state ? 'stacked:grid-cols-[auto_auto_1fr_auto] stacked:pl-2!' : 'stacked:grid-cols-[auto_1fr_auto]'}`}
    >
      {state && (
        <TableCell className="pr-0! pl-2.5! @max-[30rem]/table:row-span-2 @max-[30rem]/table:self-stretch">
          <div className="flex items-center gap-2.5 @max-[30rem]/table:h-full @max-[30rem]/table:flex-col @max-[30rem]/table:justify-between @max-[30rem]/table:pb-2">
            <RowControls state={state} item={project} />
          </div>
        </TableCell>
      )}
      <TableCell
        className={`@max-[30rem]/table:self-start ${state ? 'pr-0' : '@max-[30rem]/table:row-span-2'}`}
      >
        <Thumbnail
          project={project}
          sizes="96px"
          className="aspect-video w-24 rounded-sm stacked:w-20"
        />
      </TableCell>
      <TableCell className="font-medium @max-[30rem]/table:col-span-2">
        <Title project={project} />
        <StackLine stack={stack} deployed={deployed} className="hidden @max-[52rem]/table:block" />
      </TableCell>
      <TableCell className="truncate text-ink-2 @max-[52rem]/table:hidden">{stack}</TableCell>
      <TableCell className="@max-[52rem]/table:hidden">
        <DeployedBadge deployed={deployed} />
      </TableCell>
      <TableCell
        end
        className={`@max-[30rem]/table:col-span-2 ${state ? '@max-[30rem]/table:col-span-3 @max-[30rem]/table:col-start-2' : ''}`}
      >
        <Actions project={project} state={state} />
      </TableCell>
    </TableRow>
  );
}

function Title({ project }: { readonly project: Project }) {
  const { title, summary, featured } = project;
  return (
    <>
      <span className="flex min-w-0 items-start gap-x-2 gap-y-1 @max-[52rem]/table:flex-wrap">
        {featured && (
          <Star
            role="img"
            aria-label="Featured"
            className="mt-0.5 size-4 shrink-0 fill-current text-accent"
          />
        )}
        <TruncatedText text={title} />
        <StateBadge item={project} />
      </span>
      {summary && (
        <span className="line-clamp-1 text-sm font-normal wrap-anywhere text-ink-2 @max-[52rem]/table:hidden">
          {summary}
        </span>
      )}
    </>
  );
}

function Actions({ project, state }: ProjectRowProps) {
  const { _id: id, title, featured = false } = project;
  const update = useApiMutation(routes.project.update, { reloads: ['project'] });

  function toggleFeatured() {
    const body = new FormData();
    body.set('featured', String(!featured));
    update.mutate({ params: { id }, body });
  }

  return (
    <div className="flex justify-end gap-1.5 @max-[30rem]/table:justify-start">
      <RoundLink to={paths.item('project', id)} text="View" name={title}>
        <Eye aria-hidden="true" />
      </RoundLink>
      <RoundLink to={paths.updateProject(id)} text="Edit" name={title}>
        <Pen aria-hidden="true" />
      </RoundLink>
      <DeleteButton compact noun="project" item={project} />
      {state && (
        <span className="@max-[30rem]/table:ml-auto">
          <RowMenu
            state={state}
            item={project}
            before={
              <MenuItem onSelect={toggleFeatured}>
                {featured ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
                {featured ? 'Remove from featured' : 'Feature'}
              </MenuItem>
            }
            after={<PublishItem project={project} />}
          />
        </span>
      )}
    </div>
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
