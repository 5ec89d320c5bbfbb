export function referencePage(_d: unknown, _u: string) {
  return { html: '', policy: '' };
}
