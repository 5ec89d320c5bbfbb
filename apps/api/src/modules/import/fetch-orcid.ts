import { z } from 'zod';
import { fetchText, parseJson } from './fetch-source.ts';

/** 100 works with abstracts take about 1 MB. */
const MAX_SIZE = 8 * 1024 * 1024;
/** ORCID returns as many works at once. */
const MAX_PER_REQUEST = 100;
/** As many as an import offers at once. */
const MAX_WORKS = 500;

const Value = z.object({ value: z.string() }).nullish();

const Record = z.object({
  person: z.object({
    name: z.object({ 'given-names': Value, 'family-name': Value, 'credit-name': Value }).nullish(),
  }),
  'activities-summary': z.object({
    works: z.object({
      group: z.array(
        z.object({ 'work-summary': z.array(z.object({ 'put-code': z.int() })).min(1) }),
      ),
    }),
  }),
});

export interface OrcidRecord {
  readonly name: string;
  /** How many works the record has. */
  readonly total: number;
  /** The works, of which each is an object of ORCID’s. */
  readonly works: readonly unknown[];
}

/** Requests the public works of a person. Of a work that several sources added, it takes the preferred one. */
export async function fetchOrcid(apiUrl: string, id: string): Promise<OrcidRecord> {
  const request = <T>(path: string, schema: z.ZodType<T>) =>
    fetchText(`${apiUrl}/${id}/${path}`, {
      name: 'ORCID',
      notFound: `ORCID has no record with the iD ${id}. Check it for typos.`,
      maxSize: MAX_SIZE,
      headers: { accept: 'application/json' },
    }).then((text) => parseJson(schema, text, 'ORCID'));
  const { person, 'activities-summary': activities } = await request('record', Record);
  const codes = activities.works.group.flatMap(
    ({ 'work-summary': [preferred] }) => preferred?.['put-code'] ?? [],
  );
  const works: unknown[] = [];
  for (let start = 0; start < Math.min(codes.length, MAX_WORKS); start += MAX_PER_REQUEST) {
    const some = codes.slice(start, start + MAX_PER_REQUEST).join(',');
    const { bulk } = await request(`works/${some}`, Bulk);
    works.push(...bulk.flatMap(({ work }) => work ?? []));
  }
  const { name } = person;
  const parts = [name?.['given-names']?.value, name?.['family-name']?.value];
  return {
    name: name?.['credit-name']?.value || parts.filter(Boolean).join(' ') || id,
    total: codes.length,
    works,
  };
}

/** A work that cannot be returned is an error instead. */
const Bulk = z.object({ bulk: z.array(z.object({ work: z.looseObject({}).optional() })) });
