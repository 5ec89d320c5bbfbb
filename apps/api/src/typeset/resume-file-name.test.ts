import { expect, test } from 'vitest';
import { resumeFileName } from './resume-file-name.ts';

test.each([
  ['Ada Lovelace', 'ada-lovelace-resume.pdf'],
  ['  Émile  O’Neill-Łukasz ', 'emile-oneill-lukasz-resume.pdf'],
  ['Jørgen Strauß III', 'jorgen-strauss-iii-resume.pdf'],
  ['山田太郎', 'resume.pdf'],
  ['../"\r\n; filename=x', 'filename-x-resume.pdf'],
  ['a'.repeat(100), `${'a'.repeat(80)}-resume.pdf`],
])('names the resume of %j %s', (fullName, name) => {
  expect(resumeFileName(fullName)).toBe(name);
});
