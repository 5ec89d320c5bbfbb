import { routes } from '@vitrine/contract/routes';
import { Eye, Pen, Star, StarOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../../api/capabilities.ts';
import { useApiMutation } from '../../../api/query-client.ts';
import { DeleteButton } from '../../../components/collection/delete-button.tsx';
import { Picture } from '../../../components/image/picture.tsx';
import {
  ManagedList,
  ROW_STATES,
  RowControls,
  rowAttributes,
} from '../../../components/list/managed-list.tsx';
import { RowMenu } from '../../../components/list/row-menu.tsx';
import {
  type ManagedListState,
  useManagedList,
} from '../../../components/list/use-managed-list.ts';
import { TruncatedText } from '../../../components/text/truncated-text.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeading,
  TableRow,
} from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { DeployedBadge, StackLine } from '../deployed-badge.tsx';
import type { Project } from '../project-queries.ts';
import { ProjectStateBadge } from '../project-state.tsx';
import { PublishItem, PublishSelected } from './publish-actions.tsx';
import { STATE_TABS, type StateTab, StateTabs } from './state-tabs.tsx';

export function ManageProjectsTable({ items: projects }: { readonly items: readonly Project[] }) {
  const [tab, setTab] = useState<StateTab>('All');
  const state = useManagedList({
    items: projects,
    only: tab === 'All' ? undefined : (project) => STATE_TABS[tab](project),
    onClearFilter: () => setTab('All'),
    noun: 'project',
    textsOf: ({ title, summary, technologies, stack }) => [title, summary, technologies, stack],
  });
  const { order: isManaged } = useCan();
  const table = (
    <Card>
      <Table aria-label="Projects">
        <TableHead>
          {isManaged && (
            <TableHeading className="w-21 pr-0!">
              <span className="sr-only">Order and selection</span>
            </TableHeading>
          )}
          <TableHeading className={isManaged ? 'w-31 pr-0' : 'w-33'}>Banner</TableHeading>
          <TableHeading>Title</TableHeading>
          <TableHeading className="w-32 @max-[52rem]/table:hidden">Stack</TableHeading>
          <TableHeading className="w-28 @max-[52rem]/table:hidden">Deployed</TableHeading>
          <TableHeading end className={isManaged ? 'w-54' : 'w-44'}>
            Actions
          </TableHeading>
        </TableHead>
        <TableBody>
          {state.shown.map((project) => (
            <Row key={project._id} project={project} state={isManaged ? state : undefined} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
  if (!isManaged) return table;
  return (
    <ManagedList
      state={state}
      filters={<StateTabs projects={projects} tab={tab} onChoose={setTab} />}
      actions={
        <PublishSelected projects={state.selection.selected} onDone={state.selection.clear} />
      }
      pictureOf={({ projectBanner }) => (
        <Picture
          image={projectBanner}
          alt=""
          sizes="64px"
          className="aspect-video w-16 shrink-0 rounded-sm"
        />
      )}
    >
      {table}
    </ManagedList>
  );
}

interface RowProps {
  readonly project: Project;
  readonly state: ManagedListState<Project> | undefined;
}

function Row({ project, state }: RowProps) {
  const { stack, deployed, projectBanner } = project;
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
        <Picture
          image={projectBanner}
          alt=""
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
        <ProjectStateBadge project={project} />
      </span>
      {summary && (
        <span className="line-clamp-1 text-sm font-normal wrap-anywhere text-ink-2 @max-[52rem]/table:hidden">
          {summary}
        </span>
      )}
    </>
  );
}

function Actions({ project, state }: RowProps) {
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
