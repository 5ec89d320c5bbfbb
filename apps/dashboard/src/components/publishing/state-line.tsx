import { canCopy, copyText } from '../text/copy-text.ts';
import { ExternalLink } from '../text/external-link.tsx';
import { StateBadge } from './state-badge.tsx';

interface StateLineProps {
  /** Undefined while it loads: the line is reserved. */
  readonly item:
    | (Parameters<typeof StateBadge>[0]['item'] & { readonly title: string })
    | undefined;
  /** Its page on the site. Empty without a public site. */
  readonly address: string;
}

/** The title of what is edited, its state and, once it is published, its page. */
export function StateLine({ item, address }: StateLineProps) {
  return (
    <span className="flex min-h-[22px] flex-wrap items-center gap-x-2.5 gap-y-1">
      {item && (
        <>
          {item.title}
          <StateBadge item={item} showsPublished />
        </>
      )}
      {item?.state === 'published' && address && (
        <>
          <ExternalLink href={address} className={LINK}>
            View on site
          </ExternalLink>
          {canCopy && (
            <button type="button" className={LINK} onClick={() => copyText(address, 'Link')}>
              Copy link
            </button>
          )}
        </>
      )}
    </span>
  );
}

const LINK = 'cursor-pointer text-accent underline underline-offset-3 hover:no-underline';
