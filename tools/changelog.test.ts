import { expect, test } from 'vitest';
import { addVersion, notesOf } from './changelog.ts';

const RELEASED = '## 0.1.0\n\n- The first release.\n';

test('adds a version above the previous one', () => {
  expect(addVersion(`# Changelog\n\n${RELEASED}`, '0.2.0', ['Faster.\n', 'One\ntwo'])).toBe(
    `# Changelog\n\n## 0.2.0\n\n- Faster.\n- One\n  two\n\n${RELEASED}`,
  );
});

test('moves unreleased notes into the new version', () => {
  const changelog = `# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A bug.\n\n${RELEASED}`;
  expect(addVersion(changelog, '0.2.0', ['Costs $& less.'])).toBe(
    `# Changelog\n\n## 0.2.0\n\n- Costs $& less.\n\n### Fixed\n\n- A bug.\n\n${RELEASED}`,
  );
});

test('returns the notes of one version', () => {
  const changelog = addVersion(`# Changelog\n\n${RELEASED}`, '0.2.0', ['Faster.']);
  expect(notesOf(changelog, '0.2.0')).toBe('- Faster.');
  expect(notesOf(changelog, '0.1.0')).toBe('- The first release.');
  expect(() => notesOf(changelog, '0.3.0')).toThrow('CHANGELOG.md has no section for 0.3.0.');
});
