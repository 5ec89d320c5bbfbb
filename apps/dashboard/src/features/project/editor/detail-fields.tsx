import { CheckboxField } from '../../../components/field/checkbox-field.tsx';
import { Field } from '../../../components/field/field.tsx';
import { LinkListField } from '../../../components/links/link-list-field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { ProjectContent, ProjectRoute } from '../project-queries.ts';
import { OpenStackField } from './open-stack-field.tsx';
import {
  DeployedField,
  DescriptionField,
  LinkFields,
  TechnologiesField,
  TitleField,
} from './project-fields.tsx';

interface ContentProps {
  readonly content: ProjectContent | undefined;
}

/** The text of the project's card, and its banner. */
export function TextFields({ content }: ContentProps) {
  return (
    <>
      <TitleField project={content} />
      <Field<ProjectRoute>
        name="summary"
        label="Summary"
        isOptional
        hint="One line for cards and search results. Without it, the first sentence of the description is used."
      >
        {(control) => (
          <Input
            {...control}
            defaultValue={content?.summary}
            placeholder="Tide times for 900 harbors"
          />
        )}
      </Field>
      <DescriptionField project={content} isOptional />
    </>
  );
}

export function FactFields({ content }: ContentProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-5 gap-y-[18px] lg:grid-cols-4">
      <div className="col-span-2">
        <TechnologiesField project={content} />
      </div>
      <OpenStackField stored={content?.stack ?? ''} />
      <DeployedField project={{ deployed: content?.deployed || 'No' }} />
      <div className="col-span-2 grid gap-x-5 gap-y-[18px] lg:col-span-4 lg:grid-cols-2">
        <LinkFields project={content} />
      </div>
      <div className="col-span-2 lg:col-span-4">
        <LinkListField<ProjectRoute>
          name="links"
          label="More links"
          hint="Any address. Shown on the project’s page in this order, after the ones above."
          initial={content?.links ?? []}
        />
      </div>
      <div className="col-span-2">
        <Field<ProjectRoute> name="role" label="Role">
          {(control) => (
            <Input {...control} defaultValue={content?.role} placeholder="Design and engineering" />
          )}
        </Field>
      </div>
      <Field<ProjectRoute> name="startedOn" label="Started" hint="Year, or year and month.">
        {(control) => (
          <Input {...control} defaultValue={content?.startedOn} placeholder="2024-03" />
        )}
      </Field>
      <Field<ProjectRoute> name="endedOn" label="Ended" hint="Leave empty while it goes on.">
        {(control) => <Input {...control} defaultValue={content?.endedOn} placeholder="2025" />}
      </Field>
      <div className="col-span-2 lg:col-span-4">
        <CheckboxField<ProjectRoute>
          name="featured"
          label="Featured on the home page"
          defaultChecked={content?.featured ?? false}
        />
      </div>
    </div>
  );
}
