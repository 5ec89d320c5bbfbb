import { CircleAlert, Pencil, RefreshCw, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChangedFiles } from './changed-files.tsx';
import type { Destination } from './copy-queries.ts';
import { addressOf, consequencesOf, factsOf, KINDS, placeOf } from './describe-copy.ts';

interface DestinationItemProps {
  readonly destination: Destination;
  readonly folderRoot: string | null;
  readonly onUpdate: (everything?: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One copy: where it is, whether it is current, and what to do if not. */
export function DestinationItem(props: DestinationItemProps) {
  const { destination, folderRoot, onUpdate, onEdit } = props;
  const { kind, url, failure, isUpdating } = destination;
  const { name, Icon } = KINDS[kind];
  const item = useRef<HTMLLIElement>(null);
  useFocusHeadingOnUnmount(item);
  // The owner repairs a folder on the server, and other destinations here.
  const needsSettings = failure?.isFinal && kind !== 'folder';
  return (
    <li
      ref={item}
      data-id={destination._id}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-4 max-sm:gap-x-3 py-4.5 sm:px-[22px]"
    >
      <span className="grid size-10 place-items-center rounded-lg border border-line bg-sunk text-ink-2">
        <Icon aria-hidden="true" className="size-[18px]" />
      </span>
      <div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-sans text-base font-medium tracking-normal">{name}</h3>
          <StateBadge destination={destination} />
        </div>
        <p className="text-sm wrap-anywhere text-ink-2">
          <ExternalLink href={url} className="text-accent underline underline-offset-3">
            {addressOf(destination)}
          </ExternalLink>{' '}
          · {placeOf(destination, folderRoot)}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4.5 gap-y-0.5 text-sm text-ink-2 tabular-nums">
          {factsOf(destination).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <DestinationMenu {...props} />
      <ChangedFiles run={destination.lastUpdate} />
      {failure && (
        <div className="col-span-full grid gap-3 sm:col-start-2">
          <div
            role="alert"
            className="flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm text-pretty"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium text-danger">{failure.reason}</p>
              <p>{consequencesOf(destination)}</p>
            </div>
          </div>
          <Button
            variant="outline"
            className="justify-self-start max-sm:h-11 max-sm:justify-self-stretch"
            aria-disabled={isUpdating}
            onClick={() => {
              if (needsSettings) onEdit();
              else if (!isUpdating) onUpdate();
            }}
          >
            {needsSettings ? 'Change settings' : 'Try again'}
          </Button>
        </div>
      )}
    </li>
  );
}

function StateBadge({
  destination: { state, isUpdating },
}: Pick<DestinationItemProps, 'destination'>) {
  if (isUpdating)
    return (
      <Badge variant="secondary" className="[&_svg]:size-3.5">
        <Spinner /> Updating
      </Badge>
    );
  switch (state) {
    case 'new':
      return <Badge variant="dashed">Waiting</Badge>;
    case 'online':
      return <Badge>Online</Badge>;
    case 'failed':
      return (
        <Badge variant="destructive">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          Not updated
        </Badge>
      );
  }
}

function DestinationMenu(props: DestinationItemProps) {
  const { destination, onUpdate, onEdit, onRemove } = props;
  const { isUpdating } = destination;
  return (
    <MoreMenu title={addressOf(destination)} className="-mt-1 -mr-2">
      <MenuItem disabled={isUpdating} onSelect={() => onUpdate()}>
        <RefreshCw aria-hidden="true" /> Update now
      </MenuItem>
      <MenuItem disabled={isUpdating} onSelect={() => onUpdate(true)}>
        <Upload aria-hidden="true" /> Publish everything again
      </MenuItem>
      <MenuItem onSelect={onEdit}>
        <Pencil aria-hidden="true" /> Change settings
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onRemove}>
        <Trash2 aria-hidden="true" /> Remove
      </MenuItem>
    </MoreMenu>
  );
}
