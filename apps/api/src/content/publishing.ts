import type { Row } from './field-columns.ts';

/**
 * A draft has its content in the columns. What is published has there what visitors see, and the columns
 * that differ in `draft`.
 */
export interface Stored {
  readonly state: 'draft' | 'published';
  readonly content: Row;
  readonly draft: Row | null;
  readonly publishAt: Date | null;
}

/** What a call does to an item. */
export type Change = (item: Stored) => Stored;

/** What a form does to an item: it publishes the columns, or saves them as a draft. */
export type Save = (item: Stored, columns: Row) => Stored;

/** The content as the owner last saved it, published or not. */
export function latestContent({ content, draft }: Stored): Row {
  return { ...content, ...draft };
}

/** Publishes the changes. What else is in the draft stays there. */
export function update(item: Stored, changes: Row): Stored {
  const content = { ...item.content, ...changes };
  const isScheduled = item.state === 'published' && item.publishAt !== null;
  const draft = changedColumns(content, { ...content, ...item.draft, ...changes });
  return {
    state: 'published',
    content,
    draft,
    publishAt: isScheduled && draft ? item.publishAt : null,
  };
}

export function saveDraft(item: Stored, changes: Row): Stored {
  if (item.state === 'draft') return { ...item, content: { ...item.content, ...changes } };
  const draft = changedColumns(item.content, { ...latestContent(item), ...changes });
  return { ...item, draft, publishAt: draft && item.publishAt };
}

export function publish(item: Stored): Stored {
  return { state: 'published', content: latestContent(item), draft: null, publishAt: null };
}

export function unpublish(item: Stored): Stored {
  return { state: 'draft', content: latestContent(item), draft: null, publishAt: null };
}

export function discardDraft(item: Stored): Stored {
  return { ...item, draft: null, publishAt: null };
}

/** The columns that differ, or null if none does. */
function changedColumns(published: Row, latest: Row): Row | null {
  const changed = Object.keys(published).filter(
    (column) => JSON.stringify(published[column]) !== JSON.stringify(latest[column]),
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((column) => [column, latest[column]]));
}
