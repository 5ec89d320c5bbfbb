/**
 * `npm run release:files` writes what the page of a release offers into dist/release: the notes, the SBOM,
 * the source code, and the files for app catalogs. The image must be in its registry already: its digest
 * goes into these files once its signatures are verified.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { notesOf } from '../changelog.ts';
import { fillCatalogs } from './catalogs.ts';
import { verifyImage } from './verify.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'dist/release');

const { IMAGE_NAME, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = z
  .object({ IMAGE_NAME: z.string(), GITHUB_SERVER_URL: z.string(), GITHUB_REPOSITORY: z.string() })
  .parse(process.env);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const repository = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
const image = `${IMAGE_NAME}-one`;
const source = join(FOLDER, `vitrine-${version}.tar.gz`);

mkdirSync(FOLDER, { recursive: true });
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
writeFileSync(join(FOLDER, 'notes.md'), `${notesOf(changelog, version)}\n`);
const sbom = run('npm', ['run', '--silent', 'sbom']);
writeFileSync(join(FOLDER, 'sbom.cdx.json'), sbom);
run('git', ['archive', `--prefix=vitrine-${version}/`, `--output=${source}`, 'HEAD']);

const catalogs = mkdtempSync(join(tmpdir(), 'vitrine-catalogs-'));
const files = fillCatalogs({
  version,
  repository,
  image,
  digest: await verifyImage(image, version, repository),
  source: createHash('sha256').update(readFileSync(source)).digest('hex'),
  date: new Date(),
});
for (const [path, text] of files) {
  mkdirSync(dirname(join(catalogs, path)), { recursive: true });
  writeFileSync(join(catalogs, path), text);
}
run('tar', ['-C', catalogs, '-czf', join(FOLDER, `catalogs-${version}.tar.gz`), '.']);

function run(command: string, args: string[]): Buffer {
  return execFileSync(command, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
}
