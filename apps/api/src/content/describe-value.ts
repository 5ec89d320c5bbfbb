import { capitalized } from '@vitrine/contract/collection-field';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { SITE_SECTION_NAMES, SITE_SECTIONS } from '@vitrine/contract/options';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Content, Json } from '../db/content.ts';
import { HISTORY } from './collections.ts';

interface Words {
  /** The labels of columns. */
  readonly labels: Readonly<Record<string, string>>;
  /** The titles of items, by their IDs. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Lists have a line for each item; a draft has one for each field. A changed backup can contain any JSON. */
export function describeValue(value: Json | undefined, words: Words): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return words.titles.get(String(value)) ?? String(value);
  if (isList(value)) return value.map((item) => describeValue(item, words)).join('\n');
  const { alt, caption, image, url, label, level, shown } = value;
  if (typeof url === 'string') return `${label}: ${url}`;
  if (typeof level === 'string') return `${value['name']}: ${level}`;
  if (typeof shown === 'boolean') return describeSection(value, words);
  if (typeof image === 'string')
    return [alt, caption, `(${image.slice(0, 8)})`].filter(Boolean).join(' · ');
  return Object.entries(value)
    .map(([name, field]) => `${words.labels[name] ?? name}: ${describeValue(field, words)}`)
    .join('\n');
}

/** As in 'Work: Weather station, Tide tables' or 'Skills: hidden'. */
function describeSection({ name, shown, included, excluded }: Content, words: Words): string {
  const site = SITE_SECTION_NAMES.find((one) => one === name);
  const heading = site ? SITE_SECTIONS[site].name : capitalized(String(name));
  const titles = (list: Json | undefined) =>
    (Array.isArray(list) ? list : []).map((id) => describeValue(id, words));
  const entries = [...titles(included), ...titles(excluded).map((title) => `not ${title}`)];
  const none = site && SITE_SECTIONS[site].shows ? 'nothing chosen' : 'shown';
  return `${heading}: ${shown ? entries.join(', ') || none : 'hidden'}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const UUID = /"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g;

/** Returns the titles of the items that texts name by their IDs. Deleted ones have none. */
export async function findTitles(
  db: Db,
  contents: readonly Content[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...JSON.stringify(contents).matchAll(UUID)].map(([, id]) => id);
  if (ids.length === 0) return new Map();
  const tables = ALL_DEFINED.map(({ name, facts }) => {
    const { title } = HISTORY[name];
    return sql`select id, ${sql.ref(title)} as title from ${sql.table(facts.table)}
      where id = any(${ids}::uuid[])`;
  });
  const { rows } = await sql<{ id: string; title: string }>`
    ${sql.join(tables, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
