const UNRELEASED = '## Unreleased\n';

/** Adds a section for a version and moves the unreleased notes into it. */
export function addVersion(changelog: string, version: string, notes: readonly string[]): string {
  const list = notes.map((note) => `- ${note.trim().replaceAll('\n', '\n  ')}\n`).join('');
  const section = `## ${version}\n\n${list}`;
  if (changelog.includes(UNRELEASED)) return changelog.replace(UNRELEASED, () => section);
  return changelog.replace(/^(?=## )/m, () => `${section}\n`);
}

/** The text below the heading of a version. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return section.slice(version.length).trim();
}
