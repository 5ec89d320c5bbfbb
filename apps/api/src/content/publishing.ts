/**
 * A draft has its content in the columns. What is published has there what visitors see, and the columns
 * that differ in `draft`.
 */
export interface Stored<Content> {
  readonly state: 'draft' | 'published';
  readonly content: Content;
  readonly draft: Partial<Content> | null;
  readonly publishAt: Date | null;
}

/** What a call does to an item. */
export type Change<Content> = (item: Stored<Content>) => Stored<Content>;

/** What a form does to an item: it publishes the columns, or saves them as a draft. */
export type Save<Content> = (item: Stored<Content>, columns: Partial<Content>) => Stored<Content>;

/** The content as the owner last saved it, published or not. */
export function latestContent<Content>({ content, draft }: Stored<Content>): Content {
  return { ...content, ...draft };
}

/** Publishes the changes. What else is in the draft stays there. */
export function update<Content extends object>(
  item: Stored<Content>,
  changes: Partial<Content>,
): Stored<Content> {
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

export function saveDraft<Content extends object>(
  item: Stored<Content>,
  changes: Partial<Content>,
): Stored<Content> {
  if (item.state === 'draft') return { ...item, content: { ...item.content, ...changes } };
  const draft = changedColumns(item.content, { ...latestContent(item), ...changes });
  return { ...item, draft, publishAt: draft && item.publishAt };
}

export function publish<Content>(item: Stored<Content>): Stored<Content> {
  return { state: 'published', content: latestContent(item), draft: null, publishAt: null };
}

export function unpublish<Content>(item: Stored<Content>): Stored<Content> {
  return { state: 'draft', content: latestContent(item), draft: null, publishAt: null };
}

export function discardDraft<Content>(item: Stored<Content>): Stored<Content> {
  return { ...item, draft: null, publishAt: null };
}

/** The columns that differ, or null if none does. */
function changedColumns<Content extends object>(
  published: Content,
  latest: Content,
): Partial<Content> | null {
  const changed: Partial<Content> = {};
  for (const column in published)
    if (JSON.stringify(published[column]) !== JSON.stringify(latest[column]))
      changed[column] = latest[column];
  return Object.keys(changed).length > 0 ? changed : null;
}
