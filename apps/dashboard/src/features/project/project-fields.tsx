import type { Image } from '@vitrine/contract/media';
import { DEPLOYED, STACKS } from '@vitrine/contract/options';
import type { routes } from '@vitrine/contract/routes';
import { addScheme, formatList } from '@vitrine/contract/text-format';
import { CheckboxField } from '../../components/checkbox-field.tsx';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { FocalPointPicker } from '../../components/focal-point-picker.tsx';
import { FormattedInput } from '../../components/formatted-input.tsx';
import { Picture } from '../../components/picture.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Project } from './project-queries.ts';

/** Both forms have these fields, so only names that both routes accept compile. */
type ProjectRoute = typeof routes.project.add | typeof routes.project.update;

interface ProjectFieldsProps {
  readonly project?: Project | undefined;
  /** Whether the host supports focal points and the fields beyond the specified ones. */
  readonly isOwnService: boolean;
}

/** The fields of the Add and Update forms. */
export function ProjectFields({ project, isOwnService }: ProjectFieldsProps) {
  return (
    <>
      <Field<ProjectRoute> name="title" label="Project Title">
        {(control) => <Input {...control} defaultValue={project?.title} placeholder="Tidewatch" />}
      </Field>
      {isOwnService && (
        <Field<ProjectRoute>
          name="summary"
          label="Summary"
          hint="One line for cards and search results. Without it, the first sentence of the description is used."
        >
          {(control) => (
            <Input
              {...control}
              defaultValue={project?.summary}
              placeholder="Tide times for 900 harbors"
            />
          )}
        </Field>
      )}
      <Field<ProjectRoute>
        name="description"
        label="Description"
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
      <Field<ProjectRoute>
        name="technologies"
        label="Technologies"
        hint="Separate them with commas."
      >
        {(control) => (
          <FormattedInput
            {...control}
            format={formatList}
            defaultValue={project?.technologies}
            placeholder="HTML, CSS, JavaScript, React"
          />
        )}
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field<ProjectRoute> name="stack" label="Stack">
          {(control) => (
            <Select {...control} defaultValue={project?.stack}>
              <Options values={STACKS} />
            </Select>
          )}
        </Field>
        <Field<ProjectRoute> name="deployed" label="Deployed">
          {(control) => (
            <Select {...control} defaultValue={project?.deployed}>
              <Options values={DEPLOYED} />
            </Select>
          )}
        </Field>
      </div>
      <LinkFields project={project} />
      {isOwnService && <FactFields project={project} />}
      <BannerField project={project} isOwnService={isOwnService} />
      {isOwnService && <ExtraFields project={project} />}
    </>
  );
}

function FactFields({ project }: Pick<ProjectFieldsProps, 'project'>) {
  return (
    <div className="grid gap-[18px] sm:grid-cols-[2fr_1fr_1fr]">
      <Field<ProjectRoute> name="role" label="Role">
        {(control) => (
          <Input {...control} defaultValue={project?.role} placeholder="Design and engineering" />
        )}
      </Field>
      <Field<ProjectRoute> name="startedOn" label="Started" hint="Year, or year and month.">
        {(control) => (
          <Input {...control} defaultValue={project?.startedOn} placeholder="2024-03" />
        )}
      </Field>
      <Field<ProjectRoute> name="endedOn" label="Ended" hint="Leave empty while it goes on.">
        {(control) => <Input {...control} defaultValue={project?.endedOn} placeholder="2025" />}
      </Field>
    </div>
  );
}

function ExtraFields({ project }: Pick<ProjectFieldsProps, 'project'>) {
  return (
    <>
      <Field<ProjectRoute>
        name="bannerAlt"
        label="Alternative text of the banner"
        hint="Describe what the image shows, as you would on the phone. Skip “image of”."
      >
        {(control) => <Textarea {...control} rows={2} defaultValue={project?.bannerAlt} />}
      </Field>
      <CheckboxField<ProjectRoute>
        name="featured"
        label="Featured on the home page"
        defaultChecked={project?.featured ?? false}
      />
    </>
  );
}

function LinkFields({ project }: Pick<ProjectFieldsProps, 'project'>) {
  return (
    <>
      <Field<ProjectRoute> name="gitRepoLink" label="Github Repository Link">
        {(control) => (
          <FormattedInput
            {...control}
            format={addScheme}
            inputMode="url"
            defaultValue={project?.gitRepoLink}
            placeholder="https://github.com/you/project"
          />
        )}
      </Field>
      <Field<ProjectRoute> name="projectLink" label="Project Link">
        {(control) => (
          <FormattedInput
            {...control}
            format={addScheme}
            inputMode="url"
            defaultValue={project?.projectLink}
            placeholder="https://project.example.com"
          />
        )}
      </Field>
    </>
  );
}

function BannerField({ project, isOwnService }: ProjectFieldsProps) {
  const renderBanner = (image: Image, alt: string) =>
    isOwnService ? (
      <FocalPointPicker<ProjectRoute>
        // Remount for a new image or a new stored focal point.
        key={JSON.stringify([image.url, image.focalPoint])}
        image={image}
        alt={alt}
        names={{ x: 'bannerFocalX', y: 'bannerFocalY' }}
      />
    ) : (
      <Picture
        image={image}
        alt={alt}
        sizes="320px"
        className="mx-auto aspect-video w-78 max-w-full rounded-sm"
      />
    );
  return (
    <FileField<ProjectRoute>
      name="projectBanner"
      label="Project Banner"
      accept="image/*"
      preview={(url, alt) => renderBanner({ url }, alt)}
      {...(project && {
        current: renderBanner(project.projectBanner, 'Current image'),
      })}
    />
  );
}

function Options({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => <option key={value}>{value}</option>);
}
