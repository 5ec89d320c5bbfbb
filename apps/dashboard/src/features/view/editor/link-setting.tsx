import { ArrowUpRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Setting } from '../../../components/page/studio-frame.tsx';
import { toLocal } from '../../../components/publishing/schedule-time.ts';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { formatDate } from '../../../components/text/day.ts';
import { ExternalLink } from '../../../components/text/external-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { daysLeft, describeOpens, inDays } from '../describe-view.ts';
import type { ViewEditor } from './use-view-editor.ts';

interface LinkSettingProps {
  readonly editor: ViewEditor;
  readonly onRevoke: () => void;
}

/** The address of the view, how long it works, and how often it was opened. */
export function LinkSetting({ editor, onRevoke }: LinkSettingProps) {
  const { view } = editor;
  const hasLink = view?.state === 'active' || view?.state === 'expired';
  const [times, last] = view ? describeOpens(view) : [];
  return (
    <Setting title="Link">
      {view?.state === 'active' && view.link && <LinkBox link={view.link} />}
      <p className="text-xs text-ink-2">
        {hasLink
          ? 'Anyone with this link can read the view. Search engines are asked not to index it, and no page of your site links to it.'
          : view?.state === 'revoked'
            ? 'The link was revoked. Publish the view to get a new one.'
            : 'You get a link when you publish the view.'}
      </p>
      <ExpiryField editor={editor} />
      {hasLink && (
        <div className="flex items-center justify-between gap-3.5">
          <div className="min-w-0 text-sm">
            <p>{last ? `Opened ${times?.toLowerCase()}` : times}</p>
            <p className="text-xs text-ink-2">{last}</p>
          </div>
          <Button
            variant="outline"
            size="sm"
            className="hover:bg-danger-soft! hover:text-danger! max-sm:h-10!"
            onClick={onRevoke}
          >
            Revoke link
          </Button>
        </div>
      )}
    </Setting>
  );
}

function LinkBox({ link }: { readonly link: string }) {
  return (
    <div className="flex h-10 items-center gap-0.5 rounded-md border border-line-2 bg-sunk pr-1 pl-3 max-sm:h-12">
      <span title={link} className="min-w-0 flex-1 truncate font-mono text-xs">
        {link.replace(/^https?:\/\//, '')}
      </span>
      <CopyButton
        text={link}
        name="Link"
        label="Copy the link"
        className="size-7! max-sm:size-10!"
      />
      <Tooltip text="Open the view in a new tab">
        <Button asChild variant="ghost" size="icon" className="size-7! max-sm:size-10!">
          <ExternalLink href={link} label="Open the view in a new tab">
            <ArrowUpRight aria-hidden="true" />
          </ExternalLink>
        </Button>
      </Tooltip>
    </div>
  );
}

const DAYS = [7, 30, 90];

/** Shows when the link ends, which the other options change. */
function ExpiryField({ editor: { settings, change } }: Pick<LinkSettingProps, 'editor'>) {
  const id = useId();
  const { expiresAt } = settings;
  const [isPicking, setIsPicking] = useState(false);

  function choose(value: string) {
    setIsPicking(value === 'date');
    if (value === 'never') change(() => ({ expiresAt: null }));
    else if (value === 'date') change((before) => ({ expiresAt: before.expiresAt ?? inDays(30) }));
    else if (value !== 'now') change(() => ({ expiresAt: inDays(Number(value)) }));
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-2">
      <label htmlFor={id} className="text-sm">
        Expires
      </label>
      <div className="w-57 max-w-full">
        <Select
          id={id}
          value={isPicking ? 'date' : expiresAt === null ? 'never' : 'now'}
          onChange={({ target }) => choose(target.value)}
        >
          {expiresAt !== null && <option value="now">{describeExpiry(expiresAt)}</option>}
          {DAYS.map((days) => (
            <option key={days} value={days}>
              In {days} days
            </option>
          ))}
          <option value="date">On a date…</option>
          <option value="never">Never</option>
        </Select>
      </div>
      {isPicking && expiresAt !== null && (
        <Input
          type="date"
          aria-label="The last day"
          className="ml-auto w-57!"
          min={toLocal(inDays(0)).day}
          defaultValue={toLocal(expiresAt).day}
          onChange={({ target: { value } }) => {
            const end = new Date(`${value}T23:59:59`);
            if (!Number.isNaN(end.getTime())) change(() => ({ expiresAt: end.toISOString() }));
          }}
        />
      )}
    </div>
  );
}

/** As in 'On Dec 15 (28 days)'. */
function describeExpiry(expiresAt: string): string {
  const days = daysLeft(expiresAt);
  const left = days === 1 ? '1 day' : `${days} days`;
  return `On ${formatDate(expiresAt)} (${days > 0 ? left : 'ended'})`;
}
