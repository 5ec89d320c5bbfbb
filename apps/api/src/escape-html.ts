/** Text as text in HTML and XML, between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Left as they are, a reader would make spaces of them, or one of the other.
      .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)
  );
}
