import type { Image } from '@vitrine/contract/media';
import { type GalleryItem, galleryInput } from '../image/gallery-item.ts';
import { linksInput, readLinks } from '../links/link-rows.ts';
import { mergeLists, mergeTexts } from './merge.ts';
import type { FieldInfo, FormParts, Snapshot } from './snapshot.ts';

export type Side = 'mine' | 'theirs' | 'both';

export type Difference = {
  readonly name: string;
  readonly label: string;
  /** The side to choose if the owner does not choose another. */
  readonly suggested: Side;
} & (
  | (Sides<string> & { readonly kind: FieldInfo['kind'] })
  | (Sides<readonly GalleryItem[]> & { readonly kind: 'gallery' })
  | (Sides<Image | undefined> & { readonly kind: 'banner' })
);

interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
  /** Both changes, if they do not overlap. */
  readonly both?: T | undefined;
}

/** The fields in which the form differs from what is stored. */
export function findDifferences(
  { fields: infos, picture }: FormParts,
  [base, mine, theirs]: readonly [base: Snapshot, mine: Snapshot, theirs: Snapshot],
): Difference[] {
  const fields = infos.flatMap(({ name, label, kind }): Difference[] => {
    const sides = {
      base: textOf(base.fields[name]),
      mine: textOf(mine.fields[name]),
      theirs: textOf(theirs.fields[name]),
    };
    return compare(
      sides,
      (text) => text,
      () => mergeOf(kind, sides),
    ).map((found) => ({
      ...found,
      name,
      label,
      kind,
    }));
  });
  const banners = { base: base.banner, mine: mine.banner, theirs: theirs.banner };
  const galleries = { base: base.gallery, mine: mine.gallery, theirs: theirs.gallery };
  return [
    ...fields,
    ...compare(banners, bannerText, () => undefined).map((found) => ({
      ...found,
      name: 'banner',
      label: picture.label,
      kind: 'banner' as const,
    })),
    ...compare(galleries, galleryInput, () => mergeGalleries(galleries)).map((found) => ({
      ...found,
      name: 'gallery',
      label: 'Gallery',
      kind: 'gallery' as const,
    })),
  ];
}

/** Returns nothing if both sides are the same. */
function compare<T>(sides: Sides<T>, keyOf: (value: T) => string, merge: () => T | undefined) {
  const [base, mine, theirs] = [keyOf(sides.base), keyOf(sides.mine), keyOf(sides.theirs)];
  if (mine === theirs) return [];
  if (mine === base) return [{ ...sides, suggested: 'theirs' as const }];
  if (theirs === base) return [{ ...sides, suggested: 'mine' as const }];
  const both = merge();
  return [
    { ...sides, both, suggested: both === undefined ? ('mine' as const) : ('both' as const) },
  ];
}

function mergeOf(kind: FieldInfo['kind'], { base, mine, theirs }: Sides<string>) {
  if (kind === 'text') return mergeTexts(base, mine, theirs);
  if (kind === 'links') {
    const [first = [], second = [], third = []] = [base, mine, theirs].map(readLinks);
    const merged = mergeLists(
      first,
      second,
      third,
      ({ url }) => url,
      (link) => linksInput([link]),
    );
    return merged && linksInput(merged);
  }
  if (kind !== 'list' && kind !== 'lines') return undefined;
  const [split, separator] = kind === 'list' ? [/\s*,\s*/, ', '] : ['\n', '\n'];
  const [first, second, third] = [base, mine, theirs].map((list) => list.split(split));
  return mergeLists(first ?? [], second ?? [], third ?? [], (item) => item)?.join(separator);
}

function mergeGalleries({ base, mine, theirs }: Sides<readonly GalleryItem[]>) {
  return mergeLists(
    base,
    mine,
    theirs,
    ({ name }) => name,
    (item) => galleryInput([item]),
  );
}

/** The service trims texts, and browsers send other line breaks. */
function textOf(value = ''): string {
  return value.replaceAll('\r\n', '\n').trim();
}

function bannerText(image: Image | undefined): string {
  const { x, y } = image?.focalPoint ?? { x: 50, y: 50 };
  return image ? JSON.stringify([image.url, x, y]) : '';
}
