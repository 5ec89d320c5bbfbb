import { answerRequests } from './answer-requests.ts';
import type { EncodedMedia, EncodeRequest, EncodeResult } from './encode-media.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

answerRequests<EncodeRequest, EncodeResult>((request) => encode(request).catch(explain));

async function encode({ type, bytes }: EncodeRequest): Promise<EncodedMedia> {
  if (type === 'svg') return { ...sanitizeSvg(bytes), variants: [], placeholder: '' };
  // Loaded on first use, because an SVG needs neither library.
  const { encodePage, encodeRaster } = await import('./raster.ts');
  if (type !== 'pdf') return encodeRaster(bytes, type);
  const { renderFirstPage } = await import('./render-first-page.ts');
  return encodePage(await renderFirstPage(bytes));
}

/** Any other error means that the file cannot be decoded. */
function explain(error: unknown): EncodeResult {
  return { reason: error instanceof InvalidMediaError ? error.message : UNREADABLE };
}
