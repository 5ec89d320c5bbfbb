/**
 * `npm run check:licences`: whether everything that is installed may be used freely, by the licences
 * that the lockfile names.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Nobody who uses or changes Vitrine has to ask for leave, or to publish what is theirs. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
  // Of a file, a library or a font by itself, which we use as it is.
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'OFL-1.1',
]);

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), link: z.boolean().optional() }),
  ),
});

const { packages } = Lockfile.parse(
  JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')),
);
const installed = Object.entries(packages).filter(
  ([name, { link }]) => name.startsWith('node_modules/') && !link,
);
const unknown = installed.filter(([, { license = '' }]) => !isFree(license));
for (const [name, { license }] of unknown) console.error(`${name}: ${license ?? 'no licence'}`);
if (unknown.length > 0) process.exitCode = 1;
else console.log(`${installed.length} packages, all free to use.`);

/** One of 'A OR B' is enough; all of 'A AND B' must be. */
function isFree(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => FREE.has(licence)));
}
