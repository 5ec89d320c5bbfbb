import type { Field } from '@vitrine/contract/collection-field';
import { z } from 'zod';
import type { FieldColumn, Row } from './field-columns.ts';
import type { Stored } from './publishing.ts';

/** The columns that hold the state of an item. */
export interface StateColumns extends Row {
  readonly state: 'draft' | 'published';
  readonly draft: unknown;
  readonly publish_at: Date | null;
}

/** Reads and writes the content of a collection with drafts, which are columns of a row. */
export function publishedContent(fields: readonly FieldColumn[]) {
  // A changed backup can contain any JSON.
  const schema = z.object(
    Object.fromEntries(fields.map(({ column, field }) => [column, storedSchema(field)])),
  );
  // Created once: for a list of items, creating it for each would take most of the time.
  const draftSchema = schema.partial();

  /** Also gives the keys of lists the order in which they are compared. */
  const readContent = (row: Row): Row => schema.parse(row);

  return {
    readContent,
    read({ state, draft, publish_at, ...row }: StateColumns): Stored {
      const changes = draft === null ? undefined : draftSchema.safeParse(draft);
      return {
        state,
        content: readContent(row),
        draft: changes?.success ? changes.data : null,
        publishAt: publish_at,
      };
    },

    write({ state, content, draft, publishAt }: Stored): Row {
      return { ...content, state, draft, publish_at: publishAt };
    },
  };
}

function storedSchema({ stored, output }: Field): z.ZodType {
  return stored ?? output ?? z.unknown();
}
