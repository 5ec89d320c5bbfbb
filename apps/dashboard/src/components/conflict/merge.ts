import { diffWordsWithSpace } from 'diff';

const TIMEOUT_MS = 300;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies both changes to the text, or returns undefined where they overlap. */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  const [ours, others] = [editsOf(base, mine), editsOf(base, theirs)];
  if (!ours || !others) return undefined;
  const edits = [...ours, ...others.filter((edit) => !ours.some((one) => isSame(one, edit)))];
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let merged = '';
  let end = -1;
  for (const edit of edits) {
    // Edits that touch would not read as one text.
    if (edit.start <= end) return undefined;
    merged += base.slice(Math.max(0, end), edit.start) + edit.text;
    end = edit.end;
  }
  return merged + base.slice(Math.max(0, end));
}

/** The places of the base that differ. Undefined if the texts are too different to compare. */
function editsOf(base: string, changed: string): Edit[] | undefined {
  const parts = diffWordsWithSpace(base, changed, { timeout: TIMEOUT_MS });
  const edits: Edit[] = [];
  let place = 0;
  for (const { value, added, removed } of parts ?? []) {
    const end = added ? place : place + value.length;
    const last = edits.at(-1);
    const edit = { start: place, end, text: added ? value : '' };
    if ((added || removed) && last?.end === place)
      edits.splice(-1, 1, { ...last, end, text: last.text + edit.text });
    else if (added || removed) edits.push(edit);
    place = end;
  }
  return parts && edits;
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/**
 * Adds and removes what either side added and removed, in the order of `mine`. Returns undefined if
 * both changed the same item. Items with the same key are versions of the same one.
 */
export function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (item: T) => string,
  textOf: (item: T) => string = keyOf,
): T[] | undefined {
  const find = (items: readonly T[], item: T) => items.find((one) => keyOf(one) === keyOf(item));
  const merged: T[] = [];
  for (const item of mine) {
    const [other, original] = [find(theirs, item), find(base, item)];
    const isChanged = !original || textOf(original) !== textOf(item);
    if (!other && original && !isChanged) continue;
    if (!other && original) return undefined;
    if (!other || textOf(other) === textOf(item)) merged.push(item);
    else if (original && !isChanged) merged.push(other);
    else if (original && textOf(original) === textOf(other)) merged.push(item);
    else return undefined;
  }
  const added = theirs.filter((item) => !find(mine, item) && !find(base, item));
  const isRemovedAndChanged = theirs.some((item) => {
    const original = find(base, item);
    return original && !find(mine, item) && textOf(original) !== textOf(item);
  });
  return isRemovedAndChanged ? undefined : [...merged, ...added];
}
