import type { ReactNode } from 'react';

interface ExternalLinkProps {
  /** Must have passed isWebUrl. */
  readonly href: string;
  /** The accessible name, where the text alone is ambiguous. */
  readonly label?: string;
  /** Downloads the file. Browsers ignore this for other origins. */
  readonly download?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to another site, opened in a new tab. */
export function ExternalLink({ label, children, ...rest }: ExternalLinkProps) {
  return (
    <a target="_blank" rel="noreferrer" {...(label && { 'aria-label': label })} {...rest}>
      {children}
    </a>
  );
}

/** Only http and https: a `javascript:` URL must never become a link. */
export function isWebUrl(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
