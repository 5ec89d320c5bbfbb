import { lazy, Suspense } from 'react';

const MarkdownSpans = lazy(() =>
  import('./markdown-spans.tsx').then((module) => ({ default: module.MarkdownSpans })),
);

/** A text of the owner with emphasis and links. The parser is loaded only if the text has any. */
export function MarkdownText({ text }: { readonly text: string }) {
  if (!/[*_[<\\]/.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <MarkdownSpans text={text} />
    </Suspense>
  );
}
