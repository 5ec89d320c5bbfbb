import type { Collection } from '@vitrine/contract/define-collection';
import type { Change } from '@vitrine/contract/history';
import type { ImportItem, ImportPicture, ImportProposal } from '@vitrine/contract/import';
import { mapInParts } from '../../concurrency.ts';
import type { ImportedItem } from './imported.ts';

export type TextChange = Extract<Change, { type: 'text' }>;

/** A proposal, or the title of what the portfolio already has. */
export type Result = ImportProposal | string;

/** How the items of a source are compared with those of a collection. */
export interface Rules<Fields, Item> {
  /** As in `Skill · 1 field differs`. */
  readonly label: string;
  readonly title: (fields: Fields, match?: Item) => string;
  /** Items that share one of these are the same. */
  readonly keys: (item: Fields | Item) => readonly [string, ...string[]];
  readonly add: (fields: Fields) => ImportItem;
  /** What the owner reads about a new item. */
  readonly describe: (fields: Fields) => readonly string[];
  readonly note?: (fields: Fields) => string;
  readonly pictures?: (fields: Fields) => readonly ImportPicture[];
  /** Without it, items are only added. */
  readonly update?: (match: Item, fields: Fields) => Update;
}

interface Update {
  readonly item: ImportItem;
  readonly changes: readonly TextChange[];
}

/** Says which of two is newer. */
export interface Ages {
  /** When an item was last changed, by its ID. Columns of the profile have their names. */
  readonly changedAt: ReadonlyMap<string, Date>;
  /** When the source was made, if it says so. */
  readonly madeAt: Date | undefined;
}

export function compareItems<Fields, Item extends { readonly _id: string }>(
  imported: readonly ImportedItem<Fields>[],
  existing: readonly Item[],
  { label, title, keys, add, describe, note, pictures, update }: Rules<Fields, Item>,
  { changedAt, madeAt }: Ages,
): Promise<Result[]> {
  const found = new Map(existing.flatMap((item) => keys(item).map((key) => [key, item] as const)));
  const proposed = new Set<string>();
  return mapInParts(imported, ({ fields, remarks, isSelected }): Result => {
    const [key, ...others] = keys(fields);
    const match = [key, ...others].map((one) => found.get(one)).find(Boolean);
    const change = match && update?.(match, fields);
    if (match && change && change.changes.length > 0)
      return toChange(label, title(fields, match), change, changedAt.get(match._id), madeAt);
    if (match || proposed.has(key)) return title(fields, match);
    proposed.add(key);
    return {
      item: add(fields),
      title: title(fields),
      detail: joinDetails([label, ...describe(fields), ...remarks]),
      note: note?.(fields) ?? '',
      changes: [],
      pictures: [...(pictures?.(fields) ?? [])],
      isNewer: false,
      isSelected,
    };
  });
}

export function toChange(
  label: string,
  title: string,
  { item, changes }: Update,
  changedAt: Date | undefined,
  madeAt: Date | undefined,
): ImportProposal {
  const isReplacing = changes.some(({ before }) => before !== '');
  const isAgeKnown = changedAt !== undefined && madeAt !== undefined;
  const isNewer = isReplacing && isAgeKnown && changedAt >= madeAt;
  // GitHub, for one, does not say when a profile was written.
  const isUnknown = isReplacing && !isAgeKnown;
  const count = changes.length === 1 ? '1 field differs' : `${changes.length} fields differ`;
  const age = isUnknown ? 'Not known which is newer' : isNewer ? describeAge(changedAt) : '';
  return {
    item,
    title,
    detail: joinDetails([label, count, age]),
    note: '',
    changes: [...changes],
    pictures: [],
    isNewer,
    isSelected: !isNewer && !isUnknown,
  };
}

function describeAge(changedAt: Date): string {
  const day = changedAt.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return `You changed it on ${day}`;
}

function joinDetails(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

type Texts = Readonly<Record<string, string>>;

/** Returns the fields that differ, in the order of the history. */
export function findChanges({ shown, fields }: Collection, before: Texts, after: Texts) {
  return shown.flatMap((name): TextChange[] => {
    const [old = '', value = ''] = [before[name], after[name]];
    return old === value
      ? []
      : [{ type: 'text', label: fields[name]?.label ?? name, before: old, after: value }];
  });
}
