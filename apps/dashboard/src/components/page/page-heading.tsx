import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { setPageTitle } from './document-title.ts';

interface PageHeadingProps {
  readonly title: string;
  /** The title of the browser tab, if it differs. */
  readonly tab?: string;
  readonly children?: ReactNode;
  /** Buttons at the end of the line. */
  readonly action?: ReactNode;
  /** Takes the focus although the URL is the same. */
  readonly takesFocus?: boolean;
}

/** Starts as the current URL, so that the first page load does not move the focus. */
let lastUrl = location.href;

/** The page's `h1` and tab title. Takes the focus after each navigation. */
export function PageHeading(props: PageHeadingProps) {
  const { title, tab = title, children, action, takesFocus = false } = props;
  const heading = useHeading(tab, takesFocus);
  return (
    <header className="mb-6 flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:mb-7">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
          {title}
        </h1>
        {children && <p className="mt-1.5 text-pretty wrap-anywhere text-ink-2">{children}</p>}
      </div>
      {action}
    </header>
  );
}

/** Sets the title of the browser tab. The `h1` with this ref takes the focus after each navigation. */
export function useHeading(tab: string, takesFocus = false) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setPageTitle(tab);
  }, [tab]);
  useEffect(() => {
    if (takesFocus || location.href !== lastUrl) heading.current?.focus({ preventScroll: true });
    lastUrl = location.href;
  }, [takesFocus]);
  // A page that has loaded has a heading of its own, which takes over the focus.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      if (element && element === document.activeElement) lastUrl = '';
    };
  }, []);
  return heading;
}
