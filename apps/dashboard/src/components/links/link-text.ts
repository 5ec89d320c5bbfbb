/** Some clients stored the text 'undefined' for a missing link. */
export function linkText(value: string | undefined): string {
  return value === undefined || value === 'undefined' ? '' : value;
}
