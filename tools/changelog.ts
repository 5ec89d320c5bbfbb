const UNRELEASED = '## Unreleased\n';

/** Turns the unreleased section into that of a version. */
export function nameVersion(changelog: string, version: string): string {
  if (!changelog.includes(UNRELEASED))
    throw new Error('CHANGELOG.md has no section "Unreleased". Describe what changed in one.');
  return changelog.replace(UNRELEASED, `## ${version}\n`);
}

/** The text below the heading of a version. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return section.slice(version.length).trim();
}
