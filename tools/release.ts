/**
 * `npm run release:version` applies the pending changesets: it sets the next version in every
 * package.json and in compose.yaml, and moves the texts of the changesets into CHANGELOG.md.
 * `npm run release:notes` prints the section of CHANGELOG.md about the current version.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addVersion, notesOf } from './changelog.ts';

const ROOT = join(import.meta.dirname, '..');
const Manifest = z.looseObject({ version: z.string() });

if (process.argv[2] === 'notes') console.log(notesOf(read('CHANGELOG.md'), versionIn('.')));
else setVersion();

function setVersion(): void {
  const notes = globSync('.changeset/*.md', { cwd: ROOT, exclude: ['.changeset/README.md'] })
    .sort()
    .map((file) => read(file).replace(/^---\n[\s\S]*?\n---\n/, ''));
  run('npx', 'changeset', 'version');
  // All packages share one version. Changesets does not know the root package.
  const version = versionIn('packages/client');
  run('npm', 'pkg', 'set', `version=${version}`);
  run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');
  write('CHANGELOG.md', addVersion(read('CHANGELOG.md'), version, notes));
  const image = `vitrine/vitrine:${version.replace(/\.\d+$/, '')}`;
  write('compose.yaml', read('compose.yaml').replace(/vitrine\/vitrine:\d+\.\d+/, image));
}

function versionIn(folder: string): string {
  return Manifest.parse(JSON.parse(read(join(folder, 'package.json')))).version;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' });
}
