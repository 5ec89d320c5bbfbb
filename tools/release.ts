/**
 * `npm run release:version 0.2.0` sets the version in every package.json, and names the unreleased
 * section of CHANGELOG.md after it. `npm run release:check v0.2.0` checks that all of them agree with the
 * tag.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { nameVersion, notesOf } from './changelog.ts';

const ROOT = join(import.meta.dirname, '..');
const Manifest = z.looseObject({ version: z.string() });
const TAG = 'Name the tag, as in v0.2.0.';
const Tag = z.string(TAG).regex(/^v\d+\.\d+\.\d+$/, TAG);
const Version = z.string('Name the version, as in 0.2.0.').regex(/^\d+\.\d+\.\d+$/);

if (process.argv[2] === 'check') {
  checkVersion(Tag.parse(process.argv[3]).slice(1));
} else {
  setVersion(Version.parse(process.argv[3]));
}

function setVersion(version: string): void {
  write('CHANGELOG.md', nameVersion(read('CHANGELOG.md'), version));
  const everywhere = ['--workspaces', '--include-workspace-root', '--no-git-tag-version'];
  execFileSync('npm', ['version', version, ...everywhere], { cwd: ROOT, stdio: 'inherit' });
}

function checkVersion(version: string): void {
  for (const path of [
    'package.json',
    ...globSync('{apps,packages}/*/package.json', { cwd: ROOT }),
  ]) {
    const { version: found } = Manifest.parse(JSON.parse(read(path)));
    if (found !== version) throw new Error(`${path} has the version ${found}, not ${version}.`);
  }
  if (notesOf(read('CHANGELOG.md'), version) === '')
    throw new Error(`CHANGELOG.md says nothing about ${version}.`);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}
