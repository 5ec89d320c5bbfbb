import { DEPLOYED } from '@vitrine/contract/options';
import { formatList } from '@vitrine/contract/text-format';
import { Field } from '../../../components/field/field.tsx';
import { FormattedInput } from '../../../components/field/formatted-input.tsx';
import { UrlInput } from '../../../components/field/url-input.tsx';
import { linkText } from '../../../components/links/link-text.ts';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import type { Project, ProjectContent, ProjectRoute } from '../project-queries.ts';

/** The fields of both forms. */
export interface ProjectFieldsProps {
  readonly project?: Project | ProjectContent | undefined;
}

export function TitleField({ project }: ProjectFieldsProps) {
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

interface DescriptionFieldProps extends ProjectFieldsProps {
  readonly isOptional?: boolean;
}

export function DescriptionField({ project, isOptional }: DescriptionFieldProps) {
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

export function TechnologiesField({ project }: ProjectFieldsProps) {
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

interface DeployedFieldProps {
  readonly project?: Pick<Project, 'deployed'> | undefined;
}

export function DeployedField({ project }: DeployedFieldProps) {
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

export function LinkFields({ project }: ProjectFieldsProps) {
  return (
    <>
      <Field<ProjectRoute> name="gitRepoLink" label="Github Repository Link">
        {(control) => (
          <UrlInput
            {...control}
            defaultValue={linkText(project?.gitRepoLink)}
            placeholder="https://github.com/you/project"
          />
        )}
      </Field>
      <Field<ProjectRoute> name="projectLink" label="Project Link">
        {(control) => (
          <UrlInput
            {...control}
            defaultValue={linkText(project?.projectLink)}
            placeholder="https://project.example.com"
          />
        )}
      </Field>
    </>
  );
}

export function Options({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => <option key={value}>{value}</option>);
}
