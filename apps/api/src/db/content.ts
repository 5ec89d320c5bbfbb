/** The columns of a row and their values, as `to_jsonb` returns them. */
export type Content = Readonly<Record<string, Json>>;

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** An image in the gallery of a project. A type, not an interface, so that it is also `Json`. */
export type GalleryItem = {
  /** The name of the stored picture. */
  readonly image: string;
  readonly alt: string;
  readonly caption: string;
  readonly decorative: boolean;
  readonly focalX: number;
  readonly focalY: number;
};
