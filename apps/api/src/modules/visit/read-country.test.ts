import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCountryFile } from '@vitrine/testing/country-file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCountries } from './read-country.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countries-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openFile(content: Buffer) {
  const path = join(folder, 'countries.mmdb');
  await writeFile(path, content);
  return openCountries(path);
}

test('a file of MaxMind or DB-IP knows the country of an address', async () => {
  const readCountry = await openFile(
    writeCountryFile(
      new Map([
        [81, { country: { iso_code: 'GB' } }],
        [193, { country: { iso_code: 'DE' } }],
      ]),
    ),
  );
  expect(readCountry('81.2.69.142')).toBe('GB');
  expect(readCountry('::ffff:193.99.144.80')).toBe('DE');
  expect(readCountry('127.0.0.1')).toBe('');
  expect(readCountry('not an address')).toBe('');
});

test('a file that names only the code is read too', async () => {
  const readCountry = await openFile(
    writeCountryFile(
      new Map([
        [81, { country_code: 'GB' }],
        [82, { country_code: '=1+1' }],
      ]),
    ),
  );
  expect(readCountry('81.2.69.142')).toBe('GB');
  expect(readCountry('82.2.69.142')).toBe('');
});

test('a file in another format is named when the service starts', async () => {
  await expect(openFile(Buffer.from('country,GB'))).rejects.toThrow('MMDB format');
  await expect(openCountries(join(folder, 'none'))).rejects.toThrow('cannot read');
});
