import type { ReactNode } from 'react';

interface ExternalLinkProps {
  /** Only what isWebAddress lets through. */
  readonly href: string;
  /** Its name where the words in it do not say enough. */
  readonly label?: string;
  /** Saves what it leads to, where the browser lets it: never from another site. */
  readonly download?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to somewhere else, in a new tab. */
export function ExternalLink({ label, children, ...rest }: ExternalLinkProps) {
  return (
    <a target="_blank" rel="noreferrer" {...(label && { 'aria-label': label })} {...rest}>
      {children}
    </a>
  );
}

/** A `javascript:` address must never become a link, wherever it came from. */
export function isWebUrl(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
