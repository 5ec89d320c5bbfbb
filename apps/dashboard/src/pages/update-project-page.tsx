import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../components/loaded.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ReturnToDashboard } from '../components/return-to-dashboard.tsx';
import { projectQuery } from '../features/project/project-queries.ts';
import { UpdateProjectForm } from '../features/project/update-project-form.tsx';

export function UpdateProjectPage() {
  const { id = '' } = useParams();
  const [opened, setOpened] = useState(0);
  // A form begins from what the host has now, never from what was seen some time ago.
  const query = useQuery({ ...projectQuery(id), refetchOnMount: 'always' });
  const isFresh = query.isFetchedAfterMount;

  async function reload() {
    const { isSuccess } = await query.refetch();
    // On a dead network the form stays, with all that was typed.
    if (isSuccess) setOpened((times) => times + 1);
  }

  return (
    <div className="mx-auto max-w-[724px]">
      <PageHeading title="Update project" action={<ReturnToDashboard />} />
      <Loaded query={isFresh ? query : { ...query, data: undefined, isFetched: false }}>
        {(project) => (
          <UpdateProjectForm key={`${id} ${opened}`} project={project} onReload={reload} />
        )}
      </Loaded>
    </div>
  );
}
