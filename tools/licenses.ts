/**
 * `npm run check:licenses`: checks that every dependency in the lockfile has a license that permits
 * free use.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Licenses that do not require users of Vitrine to publish their own code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Public domain.
  'Unlicense',
  'Zlib',
  // These cover single files, libraries or fonts, which Vitrine uses unchanged.
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
const rejected = installed.filter(([, { license = '' }]) => !isAllowed(license));
for (const [name, { license }] of rejected) console.error(`${name}: ${license ?? 'no license'}`);
if (rejected.length > 0) process.exitCode = 1;
else console.log(`All ${installed.length} packages have an allowed license.`);

/** Accepts 'A OR B' if one is allowed, and 'A AND B' if both are. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => ALLOWED.has(license)));
}
