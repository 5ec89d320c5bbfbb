/** The metadata of an image in `media`. URLs are built for each response. */
export interface ImageMetadata {
  readonly width: number;
  readonly height: number;
  /** Narrower copies. */
  readonly variants: readonly {
    readonly name: string;
    readonly width: number;
    readonly height: number;
  }[];
  /** A tiny WebP image in base64, or an empty string. */
  readonly placeholder: string;
}

/** A PDF has an image of its first page instead. */
export type MediaMetadata =
  | ImageMetadata
  | { readonly preview: ImageMetadata & { readonly name: string } };
