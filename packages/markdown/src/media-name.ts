/** A path of the media store, on any origin: texts stay valid when the portfolio moves. */
const MEDIA_URL = /^(?:https?:\/\/[^/?#]+)?\/media\/([0-9a-f]{64}\.[a-z]{3,4})$/;

/** The name of a stored file, or `undefined` for other URLs. */
export function findMediaName(url: string): string | undefined {
  return MEDIA_URL.exec(url)?.[1];
}
