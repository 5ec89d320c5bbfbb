import { type Span, toParagraphs } from '@vitrine/markdown/inline';
import { createElement, Fragment } from 'react';
import { ExternalLink, isWebUrl } from './external-link.tsx';

/** A text with emphasis and links, as the public site shows it. Its spans have no identity for a key. */
export function MarkdownSpans({ text }: { readonly text: string }) {
  const elements = toParagraphs(text).flatMap((spans, index) => [
    index > 0 && '\n\n',
    ...spans.map(elementOf),
  ]);
  return createElement(Fragment, null, ...elements);
}

function elementOf({ text, isEmphasis, isStrong, url }: Span) {
  const emphasized = isEmphasis ? <em>{text}</em> : text;
  const content = isStrong ? <strong>{emphasized}</strong> : emphasized;
  if (url === '') return content;
  if (!isWebUrl(url)) return <a href={url}>{content}</a>;
  return (
    <ExternalLink href={url} className="underline underline-offset-3">
      {content}
    </ExternalLink>
  );
}
