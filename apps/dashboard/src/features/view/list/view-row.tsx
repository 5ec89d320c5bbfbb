import { useRef } from 'react';
import { Link } from 'react-router';
import { useFocusHeadingOnUnmount } from '../../../components/page/use-focus-heading-on-unmount.ts';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import type { View } from '../../../components/view/view-queries.ts';
import { paths } from '../../../paths.ts';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { describeContent, describeLink, describeOpens } from '../describe-view.ts';
import { ViewBadge } from '../view-badge.tsx';
import { ViewMenu } from './view-menu.tsx';

interface ViewRowProps {
  readonly view: View;
  readonly onRevoke: () => void;
  readonly onHistory: () => void;
}

export function ViewRow({ view, onRevoke, onHistory }: ViewRowProps) {
  const { _id: id, name, headline, state, link } = view;
  const { about } = view.opens;
  const [times, last] = describeOpens(view);
  const row = useRef<HTMLTableRowElement>(null);
  useFocusHeadingOnUnmount(row);
  const hasEnded = state === 'expired' || state === 'revoked';
  return (
    <TableRow
      ref={row}
      data-id={id}
      className="stacked:grid-cols-[minmax(0,1fr)_auto] stacked:items-start stacked:gap-x-3 stacked:gap-y-1.5"
    >
      <TableCell>
        <Link
          to={paths.updateView(id)}
          className={`font-medium wrap-anywhere underline-offset-4 hover:underline ${hasEnded ? 'text-ink-2' : ''}`}
        >
          {name}
        </Link>
        <p className="line-clamp-2 text-xs wrap-anywhere text-ink-2">
          {headline || describeContent(view) || 'Nothing chosen yet'}
        </p>
      </TableCell>
      <TableCell className="stacked:col-span-2">
        <div className={LINES}>
          <ViewBadge view={view} />
          <p className="text-xs text-ink-2">{describeLink(view)}</p>
        </div>
      </TableCell>
      <TableCell className={`stacked:col-span-2 ${state === 'draft' ? 'stacked:hidden' : ''}`}>
        <div className={`${LINES} gap-0.5! tabular-nums`}>
          {state === 'draft' ? (
            <p className="text-ink-2">
              <span aria-hidden="true">–</span>
              <span className="sr-only">No link to open yet</span>
            </p>
          ) : (
            <>
              <p className={about > 0 ? '' : 'text-ink-2'}>
                {about > 0 ? <Opened times={times} /> : times}
              </p>
              {last && <p className="text-xs text-ink-2">{last}</p>}
            </>
          )}
        </div>
      </TableCell>
      <TableCell end className="stacked:col-start-2 stacked:row-start-1">
        <div className="-my-1 flex justify-end gap-1">
          {state === 'active' && link && (
            <CopyButton
              text={link}
              name="Link"
              label={`Copy the link of ${name}`}
              tooltip="Copy link"
              className="rounded-full! max-sm:size-10"
            />
          )}
          <ViewMenu view={view} onRevoke={onRevoke} onHistory={onHistory} />
        </div>
      </TableCell>
    </TableRow>
  );
}

/** Below each other, and side by side in a card. */
const LINES =
  'grid justify-items-start gap-1 stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-2.5! stacked:text-sm';

/** Cards have no headings. */
function Opened({ times }: { readonly times: string }) {
  return (
    <>
      <span className="stacked:hidden">{times}</span>
      <span className="hidden stacked:inline">Opened {times.toLowerCase()}</span>
    </>
  );
}
