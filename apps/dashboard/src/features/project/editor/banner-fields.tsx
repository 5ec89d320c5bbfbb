import type { Image } from '@vitrine/contract/media';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxField } from '../../../components/field/checkbox-field.tsx';
import { Field } from '../../../components/field/field.tsx';
import { FileField } from '../../../components/field/file-field.tsx';
import { FocalPointPicker } from '../../../components/field/focal-point-picker.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import type { Project, ProjectContent, ProjectRoute } from '../project-queries.ts';

interface BannerFieldsProps {
  readonly content: ProjectContent | undefined;
}

/** The banner with its focal point and its alternative text. */
export function BannerFields({ content }: BannerFieldsProps) {
  return (
    <div data-banner="" className="group/banner grid content-start gap-[18px]">
      <BannerField project={content} isOptional>
        {(image, alt) => (
          <FocalPointPicker<ProjectRoute>
            // Remount for a new image or a new stored focal point.
            key={JSON.stringify([image.url, image.focalPoint])}
            image={image}
            alt={alt}
            names={{ x: 'bannerFocalX', y: 'bannerFocalY' }}
          />
        )}
      </BannerField>
      {/* A project without a banner has nothing to describe. */}
      <div className="hidden gap-[18px] group-has-[img]/banner:grid">
        <Field<ProjectRoute>
          name="bannerAlt"
          label="Alternative text of the banner"
          hint="Describe what the image shows, as you would on the phone. Skip “image of”."
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              defaultValue={content?.bannerAlt}
              placeholder="Describe the image"
            />
          )}
        </Field>
        <div className="-mt-2 grid gap-2">
          {/* Only for a banner that has no text and is not decorative. */}
          <p className="hidden gap-1.5 text-xs text-ochre group-has-[img]/banner:group-has-[textarea:placeholder-shown]/banner:group-has-[[type=checkbox]:not(:checked)]/banner:flex">
            <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
            Without alternative text, screen readers skip this image.
          </p>
          <CheckboxField<ProjectRoute>
            name="bannerDecorative"
            label="Decorative image"
            defaultChecked={content?.bannerDecorative ?? false}
          />
        </div>
      </div>
    </div>
  );
}

interface BannerFieldProps {
  readonly project: Project | ProjectContent | undefined;
  readonly isOptional?: boolean;
  readonly children: (image: Image, alt: string) => ReactNode;
}

export function BannerField({ project, isOptional, children }: BannerFieldProps) {
  const banner = project?.projectBanner.url ? project.projectBanner : undefined;
  return (
    <FileField<ProjectRoute>
      name="projectBanner"
      label="Project Banner"
      accept="image/*"
      {...(isOptional && {
        isOptional,
        hint: 'Without a banner, your site sets the title as the picture.',
        removeName: 'banner',
        removeValue: '',
      })}
      preview={(url, alt) => children({ url }, alt)}
      {...(banner && { current: children(banner, 'Current image') })}
    />
  );
}
