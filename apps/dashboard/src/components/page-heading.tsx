import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from './document-title.ts';

interface PageHeadingProps {
  readonly title: string;
  /** What the browser's tab says, when it is something else. */
  readonly tab?: string;
  readonly children?: ReactNode;
  /** At the right end, as the way back. */
  readonly action?: ReactNode;
}

/** Whoever has just opened the page starts at its beginning, not at the heading. */
let lastPlace = location.href;

/** Names the page, in the tab too, and takes the focus whenever the view has changed. */
export function PageHeading({ title, tab = title, children, action }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setPageTitle(tab);
  }, [tab]);
  useEffect(() => {
    if (location.href !== lastPlace) heading.current?.focus({ preventScroll: true });
    lastPlace = location.href;
  }, []);
  return (
    <header className="mb-6 flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:mb-7">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
          {title}
        </h1>
        {children && <p className="mt-1.5 wrap-anywhere text-ink-2">{children}</p>}
      </div>
      {action}
    </header>
  );
}
