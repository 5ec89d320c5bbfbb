/** These functions fire the same events as typing and the file picker, so that React notices. */

export function setValue(control: Element | RadioNodeList | null | undefined, value: string): void {
  const isField =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  if (!isField || control.type === 'hidden') return;
  // Through the prototype: React overrides the property of the element to track changes.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    value,
  );
  fireChange(control);
}

/** Without a file, empties the input. */
export function setFile(input: HTMLInputElement | null, file?: File): void {
  if (!input) return;
  const files = new DataTransfer();
  if (file) files.items.add(file);
  input.files = files.files;
  fireChange(input);
}

function fireChange(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
