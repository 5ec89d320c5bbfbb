import type { routes } from '@vitrine/contract/routes';
import { slugOf } from '@vitrine/contract/text-format';
import { useEffect, useRef, useState } from 'react';
import { Input } from '../../ui/input.tsx';
import { Field } from '../field/field.tsx';
import { useRestorer } from '../form/use-autosave.ts';
import { useFormReset } from '../form/use-form-reset.ts';

type PageRoute = typeof routes.project.add | typeof routes.post.add;

interface SlugFieldProps {
  /** What precedes it in the address of the page, as in /projects/. */
  readonly folder: string;
  readonly title: string;
  readonly slug: string;
  /** Visitors know the address. */
  readonly isPublished: boolean;
}

/**
 * The address of an item's page. It follows the title until the owner edits it. While it does, the
 * form sends an empty one, so that the service can choose one that is not taken.
 */
export function SlugField({ folder, title, slug, isPublished }: SlugFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isMade = !isPublished && slug.replace(/-\d+$/, '') === slugOf(title);
  const [edited, setEdited] = useState(isMade ? undefined : slug);
  const [suggested, setSuggested] = useState(slug);
  useRestorer('slug', edit);

  /** An empty address follows the title again. */
  function edit(value: string) {
    setEdited(value === '' ? undefined : value);
  }

  useEffect(() => {
    const form = input.current?.form;
    const follow = ({ target }: Event) => {
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isText && target.name === 'title') setSuggested(slugOf(target.value));
    };
    form?.addEventListener('input', follow);
    return () => form?.removeEventListener('input', follow);
  }, []);
  useFormReset(input, () => {
    setEdited(undefined);
    setSuggested('');
  });

  return (
    <Field<PageRoute>
      name="slug"
      label="Address"
      isOptional
      hint={
        isPublished
          ? 'The last part of the page’s address. If you change it, the old address redirects.'
          : 'The last part of the page’s address.'
      }
    >
      {({ name, ...control }) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3 max-sm:text-[1rem]"
          >
            {folder}
          </span>
          <Input
            {...control}
            ref={input}
            name={edited === undefined ? undefined : name}
            value={edited ?? suggested}
            autoCapitalize="none"
            spellCheck={false}
            className={
              folder.length > 9
                ? 'pl-[4.9rem] max-sm:pl-[5.4rem]'
                : 'pl-[4.3rem] max-sm:pl-[4.8rem]'
            }
            onChange={({ target }) => edit(target.value)}
          />
          {edited === undefined && <input type="hidden" name={name} value="" />}
        </div>
      )}
    </Field>
  );
}
