import { downloads, routes } from '@vitrine/contract/routes';
import { Download, RotateCcw } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { urlOf } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface BackupSectionProps {
  /** Nobody is signed in any more. */
  readonly onRestored: () => void;
}

/** Everything in one file, and back from it. */
export function BackupSection({ onRestored }: BackupSectionProps) {
  // A download that is refused would open as a page: the password is asked for before.
  const check = useApiMutation(routes.session.isConfirmed, { quiet: true });
  return (
    <div className="grid gap-4">
      <Card className="grid justify-items-start gap-3 p-5">
        <h3 className="text-base font-medium">Download a Backup</h3>
        <p className="text-sm text-ink-2">
          One file with your profile, projects, skills, tools, timeline, messages and every picture.
          Keep it where only you can read it: the messages are in it.
        </p>
        <Button
          variant="outline"
          aria-disabled={check.isPending}
          onClick={() => {
            if (!check.isPending)
              check.mutate({ preparesFor: downloads.backup }, { onSuccess: download });
          }}
        >
          <Download aria-hidden="true" />
          Download Backup
        </Button>
      </Card>
      <RestoreCard onRestored={onRestored} />
    </div>
  );
}

function download(): void {
  const link = document.createElement('a');
  link.href = urlOf(downloads.backup);
  link.download = '';
  link.click();
}

function RestoreCard({ onRestored }: BackupSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState(0);
  const restore = useApiMutation(routes.backup.restore);
  // An upload that is refused halfway looks like a broken connection: the password is asked for before.
  const check = useApiMutation(routes.session.isConfirmed, { quiet: true });
  // Leaving now would break it off.
  const { isPending } = restore;
  useUnsavedChanges(useCallback(() => isPending, [isPending]));

  function forgetFile() {
    setFile(undefined);
    if (input.current) input.current.value = '';
  }

  function send() {
    if (!file) return;
    setPercent(0);
    const headers = { 'content-type': 'application/x-tar' };
    const upload = () =>
      restore.mutate(
        { body: file, headers, onProgress: setPercent },
        { onSuccess: onRestored, onSettled: forgetFile },
      );
    check.mutate({ preparesFor: routes.backup.restore }, { onSuccess: upload });
  }

  return (
    <Card className="grid justify-items-start gap-3 p-5">
      <h3 className="text-base font-medium">Restore a Backup</h3>
      <p className="text-sm text-ink-2">
        What is in the file takes the place of everything here. Your email address and password stay
        as they are now: log in with them afterwards.
      </p>
      <input
        ref={input}
        type="file"
        accept=".tar,application/x-tar"
        aria-label="Backup file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
      <Button
        variant="outline"
        aria-disabled={restore.isPending}
        onClick={() => {
          if (!restore.isPending) input.current?.click();
        }}
      >
        {restore.isPending ? <Spinner /> : <RotateCcw aria-hidden="true" />}
        {restore.isPending ? 'Restoring' : 'Choose Backup'}
      </Button>
      {restore.isPending && <RestoreProgress percent={percent} />}
      <ConfirmDialog
        title="Restore this backup?"
        description={`Everything here is replaced by ${file?.name ?? 'the backup'}: there is no way to bring it back, unless you download a backup of it first.`}
        action="Restore"
        isOpen={file !== undefined && !check.isPending && !restore.isPending}
        onConfirm={send}
        onCancel={forgetFile}
      />
    </Card>
  );
}

function RestoreProgress({ percent }: { readonly percent: number }) {
  const isSent = percent >= 100;
  const words = isSent ? 'Putting everything back' : 'Sending the backup';
  return (
    <div className="w-full max-w-sm">
      {!isSent && <Progress value={percent} aria-label={words} />}
      <p className="mt-1.5 text-sm text-ink-2">
        <span role="status">{words}</span>
        {!isSent && `, ${Math.round(percent)} %`}
      </p>
    </div>
  );
}
