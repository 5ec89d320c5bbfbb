import { STACKS } from '@vitrine/contract/options';
import { CollectionForm } from '../../../components/collection/collection-form.tsx';
import { Field } from '../../../components/field/field.tsx';
import { Picture } from '../../../components/image/picture.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Project, ProjectRoute } from '../project-queries.ts';
import { BannerField } from './banner-fields.tsx';
import {
  DeployedField,
  DescriptionField,
  LinkFields,
  Options,
  type ProjectFieldsProps,
  TechnologiesField,
  TitleField,
} from './project-fields.tsx';

/** The form on a host that knows only the specified fields, in one column. */
export function PlainProjectForm({ project }: { readonly project?: Project }) {
  return (
    <CollectionForm
      noun="project"
      item={project}
      submit={project ? 'Update Project' : 'Add Project'}
      pending={project ? 'Updating' : 'Adding'}
    >
      <TitleField project={project} />
      <DescriptionField project={project} />
      <TechnologiesField project={project} />
      <div className="grid gap-[18px] sm:grid-cols-2">
        <StackField project={project} />
        <DeployedField project={project} />
      </div>
      <LinkFields project={project} />
      <BannerField project={project}>
        {(image, alt) => (
          <Picture
            image={image}
            alt={alt}
            sizes="320px"
            className="mx-auto aspect-video w-78 max-w-full rounded-sm"
          />
        )}
      </BannerField>
    </CollectionForm>
  );
}

function StackField({ project }: ProjectFieldsProps) {
  return (
    <Field<ProjectRoute> name="stack" label="Stack">
      {(control) => (
        <Select {...control} defaultValue={project?.stack}>
          <Options values={STACKS} />
        </Select>
      )}
    </Field>
  );
}
