import type { CopyKind } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import type { Copies, Destination } from './copy-queries.ts';
import { addressOf, KIND_NAMES, KINDS } from './describe-copy.ts';
import { DestinationItem } from './destination-item.tsx';
import { NextUpdate } from './next-update.tsx';
import { NoCopies } from './no-copies.tsx';
import { RecentUpdates } from './recent-updates.tsx';
import { useUpdateCopies } from './use-update-copies.ts';

interface CopyListProps {
  readonly copies: Copies;
  /** A button that downloads the site once, if it has an address. */
  readonly download: ReactNode;
}

/** The copies of the site on other hosts. */
export function CopyList({ copies, download }: CopyListProps) {
  const { destinations, folderRoot } = copies;
  const { isStarting, watch, update, updateAll } = useUpdateCopies(destinations);
  const [shown, setShown] = useState<{ kind: CopyKind; destination?: Destination }>();
  const [toRemove, setToRemove] = useState<Destination>();
  const remove = useApiMutation(routes.copy.remove, { reloads: ['copies', 'audit'] });
  return (
    <div className="grid gap-4">
      {destinations.length === 0 ? (
        <NoCopies
          folderRoot={folderRoot}
          onConnect={(kind) => setShown({ kind })}
          download={download}
        />
      ) : (
        <>
          <NextUpdate destinations={destinations} isStarting={isStarting} onUpdate={updateAll} />
          <Card aria-label="Destinations">
            <DestinationsHead folderRoot={folderRoot} onConnect={(kind) => setShown({ kind })} />
            <ul className="divide-y divide-line border-t border-line">
              {destinations.map((destination) => (
                <DestinationItem
                  key={destination._id}
                  destination={destination}
                  folderRoot={folderRoot}
                  onUpdate={(everything) => update(destination, everything)}
                  onEdit={() => setShown({ kind: destination.kind, destination })}
                  onRemove={() => setToRemove(destination)}
                />
              ))}
            </ul>
          </Card>
          <RecentUpdates destinations={destinations} />
        </>
      )}
      {shown && (
        <ConnectDialog
          kind={shown.kind}
          destination={shown.destination}
          {...copies}
          onSaved={(saved) => watch([saved])}
          onClose={() => setShown(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title="Remove this destination?"
        description={`Vitrine stops updating ${toRemove ? addressOf(toRemove) : 'the copy'} and forgets its keys. The files stay where they are, and visitors still see them: delete them there to take the copy offline.`}
        action="Remove"
        onConfirm={() => {
          if (toRemove) remove.mutate({ params: { id: toRemove._id } });
          setToRemove(undefined);
        }}
        onCancel={() => setToRemove(undefined)}
      />
    </div>
  );
}

interface DestinationsHeadProps extends Pick<Copies, 'folderRoot'> {
  readonly onConnect: (kind: CopyKind) => void;
}

function DestinationsHead({ folderRoot, onConnect }: DestinationsHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 py-4 sm:px-[22px]">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-xl">Destinations</h2>
        <p className="mt-1 max-w-[66ch] text-sm text-pretty text-ink-2">
          Static copies of your site. Messages still arrive here. Views stay on this server and are
          never copied.
        </p>
      </div>
      <Menu
        title="Add destination"
        trigger={
          <Button variant="outline" className="max-sm:h-11">
            <Plus aria-hidden="true" />
            Add destination
          </Button>
        }
      >
        {KIND_NAMES.filter((kind) => kind !== 'folder' || folderRoot !== null).map((kind) => {
          const { name, Icon } = KINDS[kind];
          return (
            <MenuItem key={kind} onSelect={() => onConnect(kind)}>
              <Icon aria-hidden="true" /> {name}
            </MenuItem>
          );
        })}
      </Menu>
    </div>
  );
}
