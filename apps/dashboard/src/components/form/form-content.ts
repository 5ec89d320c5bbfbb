import type { FormState } from './use-autosave.ts';

/** What the form holds, to compare it with what was saved. */
export function contentOf(
  form: HTMLFormElement | null,
  values: FormState['values'] | undefined,
): string {
  if (!form) return '';
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size] : value,
  ]);
  return JSON.stringify([entries, values]);
}

/** Empties the form. If the focus is in it, it moves to the first field for the next entry. */
export function resetForm(form: HTMLFormElement | null): void {
  form?.reset();
  if (form?.contains(document.activeElement))
    form.querySelector<HTMLElement>('input:not([hidden], [type=hidden]), textarea')?.focus();
}

/** Clears the file inputs after an upload, so that the fields show the stored files. */
export function clearFiles(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? []) {
    input.value = '';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Puts files last, so that the host can check the fields first, and leaves out empty file inputs. */
export function fieldsFirst(
  form: FormData,
  extraFields: Readonly<Record<string, string>>,
  verbatim: readonly string[],
): FormData {
  const body = new FormData();
  // A field of the form has precedence over an extra one.
  const entries = [...Object.entries(extraFields), ...form].map(([name, value]) =>
    typeof value === 'string' && value.includes('\n') && verbatim.includes(name)
      ? ([name, new File([value], `${name}.md`, { type: 'text/markdown' })] as const)
      : ([name, value] as const),
  );
  for (const [name, value] of entries) if (typeof value === 'string') body.set(name, value);
  // An empty file input adds a file without a name.
  for (const [name, value] of entries)
    if (value instanceof File && (value.name !== '' || value.size > 0)) body.set(name, value);
  return body;
}
