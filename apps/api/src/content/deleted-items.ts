import { TRASH_COLLECTIONS } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import { TRASH } from './collections.ts';

/** SQL about the column `item` of a deleted row, by its `noun`. */
function ofItem(
  describe: (recorded: (typeof TRASH)[keyof typeof TRASH]) => RawBuilder<unknown>,
): RawBuilder<string | null> {
  const cases = TRASH_COLLECTIONS.map((noun) => sql`when ${noun} then ${describe(TRASH[noun])}`);
  return sql`case noun ${sql.join(cases, sql` `)} end`;
}

function textOf(column: string): RawBuilder<string | null> {
  return sql`item ->> ${column}::text`;
}

export const TITLE = sql<string>`coalesce(${ofItem(({ title }) => textOf(title))}, '')`;

/** The second line: the parts that are not empty. A number has its label, as in 'Proficiency 90'. */
export const DETAIL = sql<string>`coalesce(${ofItem(({ detail, labels }) => {
  const parts = detail.map((columns) => {
    const texts = columns.map(
      (column) => sql`nullif(concat(
        case jsonb_typeof(item -> ${column}::text) when 'number' then ${`${labels[column]} `}::text end,
        left(${textOf(column)}, 300)), '')`,
    );
    return sql`coalesce(${sql.join([sql`null`, ...texts])})`;
  });
  return sql`concat_ws(' · ', ${sql.join([sql`null`, ...parts])})`;
})}, '')`;

/** What a search looks at. */
export const SEARCHED = ofItem(
  ({ searched }) => sql`concat_ws(' ', ${sql.join(searched.map(textOf))})`,
);
