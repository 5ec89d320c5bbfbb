import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GalleryItem } from '../../components/image/gallery-item.ts';
import { moveItem, useReorder } from '../../components/reorder/use-reorder.ts';
import { type LibraryImage, type Upload, useUploads } from '../images/uploads.ts';

/** The limit of `gallery` in the contract's project.ts. */
export const MAX_COUNT = 20;

/** What the owner writes about an image. */
export type Words = Pick<GalleryItem, 'alt' | 'caption' | 'decorative'>;

type PlaceIn = (before: readonly GalleryItem[]) => number;

export type Change = (before: readonly GalleryItem[]) => readonly GalleryItem[];

export interface Tile {
  readonly key: string;
  readonly words: Words;
  /** An image of the gallery and its index, or an upload that is not done. */
  readonly content:
    | { readonly item: GalleryItem; readonly index: number }
    | { readonly upload: Upload };
}

interface GalleryOptions {
  readonly value: readonly GalleryItem[];
  readonly onChange: (change: Change) => void;
  readonly list: RefObject<HTMLElement | null>;
}

export type Gallery = ReturnType<typeof useGallery>;

export function useGallery({ value, onChange, list }: GalleryOptions) {
  const { uploads, ...queue } = useUploads(addUploaded);
  /** What was written while a file is uploaded, by the id of the upload. */
  const [wordsOf, setWordsOf] = useState<Readonly<Record<string, Words>>>({});
  const [notice, setNotice] = useState('');
  const tiles = tilesOf(value, uploads, wordsOf);
  const reorder = useReorder({
    isLive: true,
    items: value,
    keyOf: ({ name }) => name,
    nameOf: () => 'Image',
    list,
    onMove: ({ name }, to) => change((before) => moveItem(before, (one) => one.name === name, to)),
  });

  /** Changes the images now, so that the focus can move to one of them. */
  function change(next: Change) {
    flushSync(() => onChange(next));
    // To the form, this is a change like typing.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function set({ name }: Pick<GalleryItem, 'name'>, changed: Partial<GalleryItem>) {
    onChange((before) =>
      before.map((item) => (item.name === name ? { ...item, ...changed } : item)),
    );
  }

  /** Adds an image, unless it is in the gallery, at the place that is chosen when it is added. */
  function insert(image: LibraryImage, words: Words, fileName: string, placeIn: PlaceIn) {
    if (value.some(({ name }) => name === image.name))
      setNotice(`${fileName} is already in the gallery.`);
    change((before) => {
      const isKnown = before.some(({ name }) => name === image.name);
      const item = { name: image.name, image: image.image, ...words };
      return isKnown ? before : before.toSpliced(placeIn(before), 0, item);
    });
  }

  function addUploaded(image: LibraryImage, upload: Upload) {
    const words = wordsOf[upload.id] ?? { ...NO_WORDS, alt: image.alt };
    insert(image, words, upload.file.name, (before) => placeOf(upload, before, uploads));
  }

  return {
    uploads,
    tiles,
    notice,
    reorder,
    /** Adds as many files as there is room for. */
    add(files: readonly File[]) {
      const room = Math.max(0, MAX_COUNT - tiles.length);
      const rest = files.length - room;
      const were = rest === 1 ? '1 file was' : `${rest} files were`;
      setNotice(
        rest > 0 ? `A gallery can have at most ${MAX_COUNT} images. ${were} not added.` : '',
      );
      queue.add(files.slice(0, room));
    },
    /** Adds an image that is already uploaded. */
    addStored(image: LibraryImage) {
      setNotice('');
      insert(image, { ...NO_WORDS, alt: image.alt }, 'The image', (before) => before.length);
    },
    retry: queue.retry,
    /** Removes an image or an upload now, so that the focus can move to the next one. */
    remove({ content }: Tile) {
      setNotice('');
      if ('upload' in content) flushSync(() => queue.cancel(content.upload.id));
      else change((before) => before.filter(({ name }) => name !== content.item.name));
    },
    write({ content, words }: Tile, written: Partial<Words>) {
      if ('upload' in content)
        setWordsOf((before) => ({ ...before, [content.upload.id]: { ...words, ...written } }));
      else set(content.item, written);
    },
    focus({ name, image }: GalleryItem, focalPoint: { readonly x: number; readonly y: number }) {
      set({ name }, { image: { ...image, focalPoint } });
    },
  };
}

const NO_WORDS: Words = { alt: '', caption: '', decorative: false };

/** The images, and the uploads that are not done at the places where their images will be. */
function tilesOf(
  value: readonly GalleryItem[],
  uploads: readonly Upload[],
  wordsOf: Readonly<Record<string, Words>>,
): readonly Tile[] {
  const tiles: Tile[] = value.map((item, index) => ({
    // The key of the upload, so that a field that has the focus keeps it.
    key: uploads.find(({ image }) => image?.name === item.name)?.id ?? item.name,
    words: item,
    content: { item, index },
  }));
  const places = uploads
    .filter(({ state }) => state !== 'done')
    .map((upload) => ({ upload, place: placeOf(upload, value, uploads) }));
  for (const { upload, place } of places.toReversed())
    tiles.splice(place, 0, {
      key: upload.id,
      words: wordsOf[upload.id] ?? NO_WORDS,
      content: { upload },
    });
  return tiles;
}

/** Before the first image of a later upload: the images keep the order of their files. */
function placeOf(
  { id }: Upload,
  value: readonly GalleryItem[],
  uploads: readonly Upload[],
): number {
  const later = uploads.slice(uploads.findIndex((upload) => upload.id === id) + 1);
  const place = value.findIndex(({ name }) => later.some(({ image }) => image?.name === name));
  return place < 0 ? value.length : place;
}
