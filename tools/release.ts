/**
 * `npm run release:version 0.2.0` sets the version in every package.json, and names the unreleased
 * section of CHANGELOG.md after it. `npm run release:notes` prints the section of CHANGELOG.md about the
 * current version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { nameVersion, notesOf } from './changelog.ts';

const ROOT = join(import.meta.dirname, '..');
const Manifest = z.looseObject({ version: z.string() });
const Version = z.string('Name the version, as in 0.2.0.').regex(/^\d+\.\d+\.\d+$/);

if (process.argv[2] === 'notes') {
  const { version } = Manifest.parse(JSON.parse(read('package.json')));
  console.log(notesOf(read('CHANGELOG.md'), version));
} else {
  setVersion(Version.parse(process.argv[3]));
}

function setVersion(version: string): void {
  write('CHANGELOG.md', nameVersion(read('CHANGELOG.md'), version));
  const everywhere = ['--workspaces', '--include-workspace-root', '--no-git-tag-version'];
  execFileSync('npm', ['version', version, ...everywhere], { cwd: ROOT, stdio: 'inherit' });
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}
