/** What a row of `media` says of a picture. Names and sizes only: URLs are built when answering. */
export interface ImageMetadata {
  readonly width: number;
  readonly height: number;
  /** Narrower copies. */
  readonly variants: readonly {
    readonly name: string;
    readonly width: number;
    readonly height: number;
  }[];
  /** A few of its pixels as a WebP image in base64, or nothing. */
  readonly placeholder: string;
}

/** A PDF has a picture of its first page instead. */
export type MediaMetadata =
  | ImageMetadata
  | { readonly preview: ImageMetadata & { readonly name: string } };
