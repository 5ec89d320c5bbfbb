/**
 * `npm run release:files` writes what the page of a release offers into dist/release: the notes, the SBOM,
 * and the source code.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { notesOf } from '../changelog.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'dist/release');

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const source = join(FOLDER, `vitrine-${version}.tar.gz`);

mkdirSync(FOLDER, { recursive: true });
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
writeFileSync(join(FOLDER, 'notes.md'), `${notesOf(changelog, version)}\n`);
const sbom = run('npm', ['run', '--silent', 'sbom']);
writeFileSync(join(FOLDER, 'sbom.cdx.json'), sbom);
run('git', ['archive', `--prefix=vitrine-${version}/`, `--output=${source}`, 'HEAD']);

function run(command: string, args: string[]): Buffer {
  return execFileSync(command, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
}
