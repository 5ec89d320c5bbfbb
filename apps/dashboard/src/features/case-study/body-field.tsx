import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Image } from '@vitrine/contract/media';
import type { routes } from '@vitrine/contract/routes';
import { useMemo, useRef, useState } from 'react';
import { useFieldError } from '../../components/form/field-errors.ts';
import { useRestorer } from '../../components/form/use-autosave.ts';
import { useFormReset } from '../../components/form/use-form-reset.ts';
import { CaseStudyField } from './case-study-field.tsx';
import type { CaseStudyFieldProps } from './case-study-props.ts';

type Route = typeof routes.project.update | typeof routes.post.update;

const NAME: FieldNameOf<Route> = 'body';

interface BodyFieldProps extends Pick<CaseStudyFieldProps, 'id' | 'label' | 'hasNoPreview'> {
  readonly body: string;
  readonly images: readonly { readonly name: string; readonly image: Image }[] | undefined;
}

const NO_IMAGES = [] as const;

/** The case study of a project or the text of a post. A hidden input sends it. */
export function BodyField({ body, images = NO_IMAGES, ...props }: BodyFieldProps) {
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
        {...props}
        value={value}
        onChange={(text) => {
          setValue(text);
          // The form clears the field's error, and a preview of the page follows.
          input.current?.dispatchEvent(new Event('input', { bubbles: true }));
        }}
        images={imagesByName}
        maxLength={50_000}
        error={useFieldError<Route>(NAME)}
      />
    </>
  );
}
