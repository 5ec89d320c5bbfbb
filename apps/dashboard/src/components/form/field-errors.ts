import type { FieldNameOf, FileNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import {
  createContext,
  type FormEvent,
  type RefObject,
  useContext,
  useEffect,
  useState,
} from 'react';

type FieldErrors = Readonly<Record<string, string>>;

export const FieldErrorsContext = createContext<FieldErrors>({});

/** The host's error for one field of the surrounding form. */
export function useFieldError<R extends Route>(
  name: FieldNameOf<R> | FileNameOf<R>,
): string | undefined {
  return useContext(FieldErrorsContext)[name];
}

/** Focuses the first invalid field after it has rendered as invalid. */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, errors]);

  /** Removes the error of a field that was changed. */
  function clearError({ target }: FormEvent) {
    const name = target instanceof Element ? target.getAttribute('name') : null;
    if (name !== null && name in errors) setErrors(({ [name]: _fixed, ...others }) => others);
  }

  return { errors, setErrors, clearError };
}
