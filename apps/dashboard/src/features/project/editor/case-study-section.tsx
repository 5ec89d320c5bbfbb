import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Image } from '@vitrine/contract/media';
import { useMemo, useRef, useState } from 'react';
import { useFieldError } from '../../../components/form/field-errors.ts';
import { useRestorer } from '../../../components/form/use-autosave.ts';
import { useFormReset } from '../../../components/form/use-form-reset.ts';
import { CaseStudyField } from '../../case-study/case-study-field.tsx';
import type { ProjectRoute } from './use-save-project.ts';

const NAME: FieldNameOf<ProjectRoute> = 'body';

interface CaseStudySectionProps {
  readonly body: string;
  /** The images of the project. */
  readonly images: readonly { readonly name: string; readonly image: Image }[];
}

/** The case study in the form of a project. A hidden input sends it. */
export function CaseStudySection({ body, images }: CaseStudySectionProps) {
  const [value, setValue] = useState(body);
  const input = useRef<HTMLInputElement>(null);
  const imagesByName = useMemo(
    () => new Map(images.map(({ name, image }) => [name, image])),
    [images],
  );
  useRestorer(NAME, setValue);

  useFormReset(input, () => setValue(''));

  return (
    <>
      <input ref={input} type="hidden" name={NAME} value={value} />
      <CaseStudyField
        id="case-study"
        label="Case study"
        value={value}
        onChange={(text) => {
          setValue(text);
          // The form clears the field's error.
          input.current?.dispatchEvent(new Event('input', { bubbles: true }));
        }}
        images={imagesByName}
        maxLength={50_000}
        error={useFieldError<ProjectRoute>(NAME)}
      />
    </>
  );
}
