import { toKey } from './pdf-lines.ts';
import type { Part, Unit } from './resume-units.ts';

/** A unit, and where it is in the PDF. */
export interface Placed extends Unit {
  readonly start: number;
  readonly end: number;
  readonly missing: readonly Part[];
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Finds the units in the text of the PDF, one after the other. */
export function placeUnits(
  units: readonly Unit[],
  stream: string,
  isRightToLeft: boolean,
): Placed[] {
  const taken = new Uint8Array(stream.length);
  let cursor = 0;
  const find = (key: string): number => {
    if (stream.startsWith(key, cursor)) return cursor;
    for (const from of [cursor, 0]) {
      let at = stream.indexOf(key, from);
      while (at >= 0 && taken[at] === 1) at = stream.indexOf(key, at + key.length);
      if (at >= 0) return at;
    }
    return -1;
  };
  const take = (start: number, length: number) => {
    taken.fill(1, start, start + length);
    cursor = start + length;
    return { start, end: cursor };
  };
  return units.map((unit) => {
    const key = toKey(unit.text);
    const isMixed = isRightToLeft || RIGHT_TO_LEFT.test(unit.text);
    if (isMixed && hasWords(stream.slice(cursor, cursor + key.length), unit.text))
      return { ...unit, ...take(cursor, key.length), missing: [] };
    const start = find(key);
    if (start >= 0) return { ...unit, ...take(start, key.length), missing: [] };
    const before = cursor;
    const missing = unit.parts.filter((part) => {
      const partKey = toKey(part.text);
      const at = partKey === '' ? cursor : find(partKey);
      if (at >= 0) take(at, partKey.length);
      return at < 0;
    });
    return { ...unit, start: before, end: cursor, missing };
  });
}

/**
 * Machines read a line that mixes directions in another order, and mirror its brackets. Its words are
 * looked for in the text that has its place. PDFium also reads C1 as 1C there.
 */
function hasWords(region: string, text: string): boolean {
  return splitWords(text).every((word) => region.includes(word));
}

/** In pieces that are never broken at the end of a line, and whose order is that of the record. */
function splitWords(text: string): string[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return words.flatMap((word) => {
    const key = toKey(word);
    const breaks = key.length > 30 || BREAKS_ANYWHERE.test(key);
    return breaks ? (key.match(/[\p{L}\p{N}]\p{M}*/gu) ?? []) : key;
  });
}

/** The units that are not in the longest part of the record that is in order. */
export function findMoved(placed: readonly Placed[]): ReadonlySet<Placed> {
  const found = placed.filter(({ start, end }) => end > start);
  /** The last unit of the best sequence of each length. */
  const tails: Placed[] = [];
  const previous = new Map<Placed, Placed | undefined>();
  for (const unit of found) {
    const before = tails.findLastIndex((tail) => tail.start < unit.start);
    previous.set(unit, tails[before]);
    tails[before + 1] = unit;
  }
  const moved = new Set(found);
  for (let unit = tails.at(-1); unit; unit = previous.get(unit)) moved.delete(unit);
  return moved;
}
