/** The files in ops/catalogs, with the values of a release instead of their placeholders. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../ops/catalogs');

export interface Release {
  readonly version: string;
  /** The address of the repository. */
  readonly repository: string;
  /** The name of the image with its own database, and its digest. */
  readonly image: string;
  readonly digest: string;
  /** The SHA-256 of the archive of the source code. */
  readonly source: string;
  readonly date: Date;
}

/** The content of each file, by its path in ops/catalogs. */
export function fillCatalogs(release: Release): Map<string, string> {
  const values = new Map([
    ['VERSION', release.version],
    ['MINOR', release.version.replace(/\.\d+$/, '')],
    ['REPOSITORY', release.repository],
    // The catalogs name images of Docker Hub as its users do.
    ['IMAGE', release.image.replace(/^docker\.io\//, '')],
    ['DIGEST', release.digest],
    ['SOURCE_SHA256', release.source],
    ['DATE', release.date.toISOString().slice(0, 10)],
    ['TIME', String(release.date.getTime())],
  ]);
  const files = globSync('*/**', { cwd: FOLDER, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = readFileSync(path, 'utf8').replaceAll(/@([A-Z0-9_]+)@/g, (token, key) => {
        const value = values.get(key);
        if (value === undefined) throw new Error(`${path} has the unknown placeholder ${token}.`);
        return value;
      });
      return [path.slice(FOLDER.length + 1), text];
    }),
  );
}
