/** Escapes text for HTML and XML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Parsers normalize these to spaces in attributes.
      .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)
  );
}
