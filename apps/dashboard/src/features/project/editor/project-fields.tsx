import { DEPLOYED, STACKS } from '@vitrine/contract/options';
import { formatList } from '@vitrine/contract/text-format';
import { CheckboxField } from '../../../components/field/checkbox-field.tsx';
import { Field } from '../../../components/field/field.tsx';
import { FormattedInput } from '../../../components/field/formatted-input.tsx';
import { UrlInput } from '../../../components/field/url-input.tsx';
import { Picture } from '../../../components/image/picture.tsx';
import { LinkListField } from '../../../components/links/link-list-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import type { Project, ProjectContent } from '../project-queries.ts';
import { BannerField } from './banner-fields.tsx';
import { OpenStackField } from './open-stack-field.tsx';
import type { ProjectRoute } from './use-save-project.ts';

interface PlainFieldsProps {
  readonly project?: Project | ProjectContent | undefined;
}

/** The specified fields in one column. */
export function PlainProjectFields({ project }: PlainFieldsProps) {
  return (
    <>
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
    </>
  );
}

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

function TitleField({ project }: PlainFieldsProps) {
  return (
    <Field<ProjectRoute> name="title" label="Project Title">
      {(control) => (
        <Input
          {...control}
          aria-required="true"
          defaultValue={project?.title}
          placeholder="Tidewatch"
        />
      )}
    </Field>
  );
}

interface DescriptionFieldProps extends PlainFieldsProps {
  readonly isOptional?: boolean;
}

function DescriptionField({ project, isOptional }: DescriptionFieldProps) {
  return (
    <Field<ProjectRoute>
      name="description"
      label="Description"
      isOptional={isOptional}
      hint="Each sentence or line becomes a bullet point."
    >
      {(control) => (
        <Textarea
          {...control}
          defaultValue={project?.description}
          placeholder="Feature 1. Feature 2. Feature 3."
        />
      )}
    </Field>
  );
}

function TechnologiesField({ project }: PlainFieldsProps) {
  return (
    <Field<ProjectRoute> name="technologies" label="Technologies" hint="Separate them with commas.">
      {(control) => (
        <FormattedInput
          {...control}
          format={formatList}
          defaultValue={project?.technologies}
          placeholder="HTML, CSS, JavaScript, React"
        />
      )}
    </Field>
  );
}

function StackField({ project }: PlainFieldsProps) {
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

interface DeployedFieldProps {
  readonly project?: Pick<Project, 'deployed'> | undefined;
}

function DeployedField({ project }: DeployedFieldProps) {
  return (
    <Field<ProjectRoute> name="deployed" label="Deployed">
      {(control) => (
        <Select {...control} defaultValue={project?.deployed}>
          <Options values={DEPLOYED} />
        </Select>
      )}
    </Field>
  );
}

function LinkFields({ project }: PlainFieldsProps) {
  return (
    <>
      <Field<ProjectRoute> name="gitRepoLink" label="Github Repository Link">
        {(control) => (
          <UrlInput
            {...control}
            defaultValue={project?.gitRepoLink}
            placeholder="https://github.com/you/project"
          />
        )}
      </Field>
      <Field<ProjectRoute> name="projectLink" label="Project Link">
        {(control) => (
          <UrlInput
            {...control}
            defaultValue={project?.projectLink}
            placeholder="https://project.example.com"
          />
        )}
      </Field>
    </>
  );
}

function Options({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => <option key={value}>{value}</option>);
}
