import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiResponse } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { formatMoment } from '../../components/text/day.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { backupQuery } from './backup-query.ts';
import { capitalize, Fact, Facts, sizeOf } from './facts.tsx';
import { KeyDialog } from './key-dialog.tsx';

type Bucket = NonNullable<ApiResponse<typeof routes.backup.status>['bucket']>;
type Keys = ApiResponse<typeof routes.backup.createKey>;

/** Where automatic backups are sent to, and the key that encrypts them. */
export function BucketCard() {
  const { data } = useQuery(backupQuery);
  const [keys, setKeys] = useState<Keys>();
  const create = useApiMutation(routes.backup.createKey, { quiet: true });
  if (!data || data.folder === null) return null;
  const { bucket } = data;
  return (
    <Card className="grid justify-items-start gap-3 p-5">
      <h3 className="text-base font-medium">Backups in a bucket</h3>
      {bucket ? <Details bucket={bucket} /> : <Off />}
      {bucket && (
        <Button
          variant={bucket.recipient === null ? 'default' : 'outline'}
          icon={KeyRound}
          isPending={create.isPending}
          onClick={() => create.mutate({}, { onSuccess: setKeys })}
        >
          {bucket.recipient === null ? 'Create a key' : 'Replace the key'}
        </Button>
      )}
      {keys && (
        <KeyDialog
          keys={keys}
          isFirst={bucket?.recipient === null}
          onClose={() => setKeys(undefined)}
        />
      )}
    </Card>
  );
}

function Off() {
  return (
    <p className="text-sm text-ink-2">
      Off. Set <code>BACKUP_S3_ENDPOINT</code> and the settings with it on the server, and restart
      Vitrine. It then also sends each automatic backup to that bucket, encrypted.
    </p>
  );
}

function Details({ bucket: { name, recipient, sent } }: { readonly bucket: Bucket }) {
  return (
    <>
      <p className="text-sm text-ink-2">
        Each automatic backup is also sent to a bucket, encrypted. Only you have the key that
        decrypts it: neither this server nor the bucket can read it.
      </p>
      <Facts>
        <Fact name="Bucket">{name}</Fact>
        <Fact name="Last sent">
          {sent
            ? `${capitalize(formatMoment(sent.sentAt))} · ${sizeOf(sent.size)}`
            : recipient === null
              ? 'None: there is no key yet'
              : 'Within an hour'}
        </Fact>
        {recipient !== null && (
          <Fact name="Public key">
            <span className="font-mono text-xs">{recipient}</span>
          </Fact>
        )}
      </Facts>
    </>
  );
}
