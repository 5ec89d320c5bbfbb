import type { Document } from '@vitrine/contract/media';

/** Where a stored file is served, within this service. */
export function addressOf(name: string): string {
  return `/media/${name}`;
}

/** Completes the addresses in what is shown of media with the host. */
export function withHost(shown: Document, publicUrl: string): string {
  return JSON.stringify(shown).replaceAll('"url":"/', `"url":"${publicUrl}/`);
}
