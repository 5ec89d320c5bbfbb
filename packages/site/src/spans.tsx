import type { Span } from '@vitrine/markdown/inline';
import { createElement, Fragment } from 'react';

/** Paragraphs with emphasis and links. Neither they nor their spans have an identity for a key. */
export function RichText({ paragraphs }: { readonly paragraphs: readonly (readonly Span[])[] }) {
  const elements = paragraphs.map((spans) => createElement('p', null, ...spans.map(toElement)));
  return createElement(Fragment, null, ...elements);
}

function toElement({ text, isEmphasis, isStrong, url }: Span) {
  const emphasized = isEmphasis ? <em>{text}</em> : text;
  const content = isStrong ? <strong>{emphasized}</strong> : emphasized;
  return url === '' ? content : <a href={url}>{content}</a>;
}
