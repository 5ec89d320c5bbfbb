import { CollectionForm } from '../../../components/collection/collection-form.tsx';
import type { Project } from '../project-queries.ts';
import { PlainProjectFields } from './project-fields.tsx';

/** The form on a host that knows only the specified fields. */
export function PlainProjectForm({ project }: { readonly project?: Project }) {
  return (
    <CollectionForm
      noun="project"
      item={project}
      submit={project ? 'Update Project' : 'Add Project'}
      pending={project ? 'Updating' : 'Adding'}
    >
      <PlainProjectFields project={project} />
    </CollectionForm>
  );
}
