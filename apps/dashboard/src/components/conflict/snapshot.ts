import type { PublishedName } from '@vitrine/contract/collections';
import type { Image } from '@vitrine/contract/media';
import type { PUBLISHING_STATES } from '@vitrine/contract/options';
import type { GalleryItem } from '../image/gallery-item.ts';

export interface FieldInfo<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** How its values are compared and shown. `lines` is a list with one item on each line. */
  readonly kind: 'text' | 'list' | 'lines' | 'value' | 'flag' | 'links';
}

/** What of a form can differ from what is stored. */
export interface FormParts<Name extends string = string> {
  readonly noun: PublishedName;
  /** In the order of the form, besides the picture and the gallery. */
  readonly fields: readonly FieldInfo<Name>[];
  readonly picture: {
    readonly label: string;
    /** The name of its file in the form. */
    readonly file: string;
    /** The name of the field that names a stored image. */
    readonly sentAs: Name;
    readonly focus: readonly [x: Name, y: Name];
  };
  readonly hasGallery: boolean;
}

/** What a form holds, or what is stored. */
export interface Snapshot {
  /** Undefined for a new item. */
  readonly version?: number | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly gallery: readonly GalleryItem[];
  /** Undefined if there is none. A new file has an address of its own. */
  readonly banner: Image | undefined;
}

/** An item with drafts, as the host returns it. */
export interface StoredItem {
  readonly _id: string;
  readonly version?: number | undefined;
  readonly state?: (typeof PUBLISHING_STATES)[number] | undefined;
  readonly hasDraft?: boolean | undefined;
  readonly images: readonly { readonly name: string; readonly image: Image }[];
}

/** How the item of a form is read. */
export interface StoredForm<Item extends StoredItem> {
  /** Reads what is stored now. */
  readonly read: (id: string) => Promise<Item>;
  readonly takeSnapshot: (item: Item | undefined) => Snapshot;
}

/** What the form holds now. What it does not hold is as it was when it was opened. */
export function readForm(
  form: HTMLFormElement,
  gallery: readonly GalleryItem[],
  base: Snapshot,
  { fields: infos, picture }: FormParts,
): Snapshot {
  const data = new FormData(form);
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const fields = infos.map(({ name }) => {
    const value = textOf(name) ?? base.fields[name] ?? '';
    // An empty address follows the title.
    return [name, name === 'slug' && value === '' ? (base.fields[name] ?? '') : value] as const;
  });
  const file = data.get(picture.file);
  const stored = textOf(picture.sentAs) === '' ? undefined : base.banner?.url;
  const url = file instanceof File && file.name !== '' ? URL.createObjectURL(file) : stored;
  const [x, y] = picture.focus.map(textOf);
  return {
    fields: Object.fromEntries(fields),
    gallery,
    banner:
      url === undefined
        ? undefined
        : {
            ...(url === base.banner?.url && base.banner),
            url,
            ...(x && y && { focalPoint: { x: Number(x), y: Number(y) } }),
          },
  };
}
