/** Tables reject what the contract rejects, because rows can also come from a changed backup. */
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { useApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { longestInput, type Property, propertiesOf } from '@vitrine/testing/longest-content';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { columnOf } from './collection-columns.ts';

const site = useApp();

describe.each(ALL_DEFINED)('the table of $facts.labels', ({ name, facts, fields, New, calls }) => {
  const columns = Object.entries(fields).map(([field, one]) => [field, columnOf(field, one)]);
  const columnFor: Readonly<Record<string, string>> = Object.fromEntries(columns);

  async function store(values: Readonly<Record<string, unknown>>): Promise<void> {
    const changes = Object.entries(values).map(
      ([field, value]) => sql`${sql.ref(columnFor[field] ?? field)} = ${value}`,
    );
    await sql`update ${sql.table(facts.table)} set ${sql.join(changes)}`.execute(site.app.db);
  }

  // Without a row, an update would violate nothing.
  beforeAll(() => addSample(site.owner, name, 'Engine'));

  test('accepts the longest value of each field', async () => {
    const values = longestInput(calls.add);
    for (const [field, { kind }] of Object.entries(fields))
      if (kind === 'gallery' || kind === 'links') values[field] = '[]';
    await expect(store(values)).resolves.toBeUndefined();
  });

  const invalid = Object.entries(propertiesOf(New)).flatMap(([field, property]) =>
    invalidValues(field, property).map((value) => ({ field, value })),
  );
  test.each(invalid)('rejects $value in the field $field', async ({ field, value }) => {
    await expect(store({ [field]: value })).rejects.toMatchObject({
      code: expect.stringMatching(/^2[23]/),
    });
  });
});

function invalidValues(name: string, property: Property): unknown[] {
  const { minLength, maxLength, minimum, maximum, maxItems } = property;
  return [
    ...(minLength === undefined ? [] : ['']),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill('x')]),
    ...(property.enum || property.pattern ? ['Not one of them'] : []),
    ...(/(link|url)$/i.test(name) ? ['javascript:alert(1)', 'https://a.example\n'] : []),
    ...(property.anyOf ?? []).flatMap((one) => invalidValues(name, one)),
  ];
}
