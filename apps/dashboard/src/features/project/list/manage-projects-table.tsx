import { useState } from 'react';
import { useCan } from '../../../api/capabilities.ts';
import { ManagedTable } from '../../../components/list/managed-list.tsx';
import { useManagedList } from '../../../components/list/use-managed-list.ts';
import {
  STATE_TABS,
  type StateTab,
  StateTabs,
} from '../../../components/publishing/state-tabs.tsx';
import { TableHeading } from '../../../ui/table.tsx';
import type { Project } from '../project-queries.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { ProjectRow } from './project-row.tsx';
import { PublishSelected } from './publish-actions.tsx';

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
  return (
    <ManagedTable
      state={state}
      label="Projects"
      headings={
        <>
          <TableHeading className={isManaged ? 'w-31 pr-0' : 'w-33'}>Banner</TableHeading>
          <TableHeading>Title</TableHeading>
          <TableHeading className="w-32 @max-[52rem]/table:hidden">Stack</TableHeading>
          <TableHeading className="w-28 @max-[52rem]/table:hidden">Deployed</TableHeading>
          <TableHeading end className={isManaged ? 'w-54' : 'w-44'}>
            Actions
          </TableHeading>
        </>
      }
      renderRow={(project, managed) => (
        <ProjectRow key={project._id} project={project} state={managed} />
      )}
      filters={<StateTabs items={projects} tab={tab} onChoose={setTab} />}
      actions={
        <PublishSelected projects={state.selection.selected} onDone={state.selection.clear} />
      }
      pictureOf={(project) => (
        <Thumbnail
          project={project}
          sizes="64px"
          className="aspect-video w-16 shrink-0 rounded-sm"
        />
      )}
    />
  );
}
