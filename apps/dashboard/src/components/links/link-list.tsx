import { ExternalLink, isWebUrl } from '../text/external-link.tsx';
import { LinkIcon } from './link-icon.tsx';
import type { LinkItem } from './link-rows.ts';

/** Links with their icons, to read. */
export function LinkList({ links }: { readonly links: readonly LinkItem[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {links.map(({ url, label }) => (
        <li key={url} className="flex gap-2">
          <span className="mt-0.5 shrink-0 text-ink-2">
            <LinkIcon url={url} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {label}
            <br />
            <LinkOrText value={url} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Addresses like mailto: ones are text. */
export function LinkOrText({ value }: { readonly value: string }) {
  if (!isWebUrl(value)) return value;
  return (
    <ExternalLink
      href={value}
      className="-my-0.5 inline-block py-0.5 break-all text-accent hover:underline"
    >
      {value}
    </ExternalLink>
  );
}
