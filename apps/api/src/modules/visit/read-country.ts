import { readFile } from 'node:fs/promises';
import type { CountryResponse } from 'mmdb-lib';
import { clientAddress } from '../../auth/client-address.ts';
import { ConfigError } from '../../config.ts';

/** Returns the country of an address as two letters, or nothing if the file does not know it. */
export type ReadCountry = (address: string) => string;

/** DB-IP and MaxMind name the country's code as in CountryResponse, other files by itself. */
type Country = CountryResponse & { readonly country_code?: string };

/** Reads a file of DB-IP or MaxMind into memory. The library is loaded only if there is such a file. */
export async function openCountries(path: string | undefined): Promise<ReadCountry> {
  if (path === undefined) return () => '';
  const { Reader } = await import('mmdb-lib');
  const file = await readFile(path).catch(() => {
    throw new ConfigError(`GEOIP_FILE: cannot read ${path}`);
  });
  const reader = openReader();
  return (text) => {
    const address = clientAddress(text);
    const found = address ? reader.get(address) : undefined;
    const code = found?.country?.iso_code ?? found?.country_code ?? '';
    return /^[A-Z]{2}$/.test(code) ? code : '';
  };

  function openReader() {
    try {
      return new Reader<Country>(file);
    } catch {
      throw new ConfigError('GEOIP_FILE: must be a country database in the MMDB format');
    }
  }
}
