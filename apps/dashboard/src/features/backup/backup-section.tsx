import { useQuery } from '@tanstack/react-query';
import { BACKUP_KEY, downloads, routes } from '@vitrine/contract/routes';
import { Download, RotateCcw } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { urlOf } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { startDownload } from '../../components/start-download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Progress } from '../../ui/progress.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { Warning } from '../../ui/warning.tsx';
import { AutomaticBackupsCard } from './automatic-backups-card.tsx';
import { backupQuery } from './backup-query.ts';
import { BucketCard } from './bucket-card.tsx';

interface BackupSectionProps {
  /** The restore has ended every session. */
  readonly onRestored: () => void;
}

export function BackupSection({ onRestored }: BackupSectionProps) {
  // Confirm the password first: a rejected download would open as a page.
  const check = useApiMutation(routes.session.isConfirmed, { quiet: true });
  const count = useApiMutation(routes.backup.missing, { quiet: true });
  const isPending = check.isPending || count.isPending;
  const missing = count.data?.missing ?? 0;
  const { isFetched } = useQuery(backupQuery);
  // The cards below would move when the first one grows.
  if (!isFetched) return <CardSkeleton rows={8} />;
  return (
    <div className="grid gap-4">
      <AutomaticBackupsCard />
      <BucketCard />
      <Card className="grid justify-items-start gap-3 p-5">
        <h3 className="text-base font-medium">Download a backup</h3>
        <p className="text-sm text-ink-2">
          One file with your profile, projects, skills, tools, timeline, messages and images. Store
          it in a safe place: it includes your messages.
        </p>
        <Button
          variant="outline"
          aria-disabled={isPending}
          onClick={() => {
            if (isPending) return;
            const start = () =>
              count.mutate({}, { onSuccess: () => startDownload(urlOf(downloads.backup)) });
            check.mutate({ preparesFor: downloads.backup }, { onSuccess: start });
          }}
        >
          <Download aria-hidden="true" />
          Download backup
        </Button>
        <div role="status" className="empty:absolute">
          {missing > 0 && (
            <Warning>
              The backup is incomplete.{' '}
              {missing === 1 ? '1 media file is' : `${missing} media files are`} missing from the
              server. Run <code>vitrine verify</code> there to list what is missing.
            </Warning>
          )}
        </div>
      </Card>
      <RestoreCard onRestored={onRestored} />
    </div>
  );
}

function RestoreCard({ onRestored }: BackupSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState('');
  const keyId = useId();
  const isEncrypted = file?.name.endsWith('.age');
  const [percent, setPercent] = useState(0);
  const restore = useApiMutation(routes.backup.restore);
  const folder = useQuery(backupQuery).data?.folder;
  const advice = folder
    ? `The server keeps a copy of the current data in ${folder} for 7 days.`
    : "It can't be undone, so download a backup of the current data first.";
  // Confirm the password first: an upload rejected halfway looks like a network error.
  const check = useApiMutation(routes.session.isConfirmed, { quiet: true });
  // Leaving the page would cancel the upload.
  const { isPending } = restore;
  useUnsavedChanges(useCallback(() => isPending, [isPending]));

  function clearFile() {
    setFile(undefined);
    setKey('');
    if (input.current) input.current.value = '';
  }

  function send() {
    if (!file) return;
    setPercent(0);
    const headers = {
      'content-type': 'application/x-tar',
      // Only the key: a header cannot have all characters of what is around it.
      ...(isEncrypted && { [BACKUP_KEY]: /AGE-SECRET-KEY-1[0-9A-Z]{58}/.exec(key)?.[0] ?? '' }),
    };
    const upload = () =>
      restore.mutate(
        { body: file, headers, onProgress: setPercent },
        {
          onSuccess() {
            clearFile();
            onRestored();
          },
          // After a wrong key, the dialog is open again.
          onError: () => !isEncrypted && clearFile(),
        },
      );
    check.mutate({ preparesFor: routes.backup.restore }, { onSuccess: upload });
  }

  return (
    <Card className="grid justify-items-start gap-3 p-5">
      <h3 className="text-base font-medium">Restore a backup</h3>
      <p className="text-sm text-ink-2">
        Restoring replaces everything here with the contents of the file. Your current email address
        and password stay the same: sign in with them afterwards.
      </p>
      <input
        ref={input}
        type="file"
        accept=".tar,.age,application/x-tar"
        aria-label="Backup file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
      <Button
        variant="outline"
        icon={RotateCcw}
        isPending={restore.isPending}
        onClick={() => input.current?.click()}
      >
        {restore.isPending ? 'Restoring' : 'Choose backup'}
      </Button>
      {restore.isPending && <RestoreProgress percent={percent} />}
      <ConfirmDialog
        title="Restore this backup?"
        description={`This replaces everything here with ${file?.name ?? 'the backup'}. ${advice}`}
        action="Restore"
        isOpen={file !== undefined && !check.isPending && !restore.isPending}
        onConfirm={send}
        onCancel={clearFile}
      >
        {isEncrypted && (
          <div className="mt-4 grid gap-1.5">
            <label htmlFor={keyId} className="text-sm font-medium">
              Key of this backup
            </label>
            <PasswordInput
              id={keyId}
              autoComplete="off"
              placeholder="AGE-SECRET-KEY-1…"
              aria-describedby={`${keyId}-hint`}
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
            <p id={`${keyId}-hint`} className="text-xs text-ink-3">
              It is in the file vitrine-backup-key.txt, unless you gave it another name.
            </p>
          </div>
        )}
      </ConfirmDialog>
    </Card>
  );
}

function RestoreProgress({ percent }: { readonly percent: number }) {
  const isSent = percent >= 100;
  const label = isSent ? 'Restoring the backup' : 'Uploading the backup';
  return (
    <div className="w-full max-w-sm">
      {!isSent && <Progress value={percent} aria-label={label} />}
      <p className="mt-1.5 text-sm text-ink-2">
        <span role="status">{label}</span>
        {!isSent && `, ${Math.round(percent)}%`}
      </p>
    </div>
  );
}
