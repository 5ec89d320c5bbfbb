import { routes } from '@vitrine/contract/routes';
import { Copy, Download } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ApiResponse } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { startDownload } from '../../components/start-download.ts';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

interface KeyDialogProps {
  readonly keys: ApiResponse<typeof routes.backup.createKey>;
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Shows the secret key, which is stored nowhere. It is used only once the box is checked. */
export function KeyDialog({ keys, isFirst, onClose }: KeyDialogProps) {
  const id = useId();
  const [isSaved, setIsSaved] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const save = useApiMutation(routes.backup.saveKey, { reloads: ['backup', 'audit'] });

  function submit() {
    if (!isSaved) box.current?.focus();
    else if (!save.isPending)
      save.mutate({ body: { recipient: keys.recipient } }, { onSuccess: onClose });
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Keep this key"
        description={`Without it, nobody can read the backups in the bucket, and neither can you. Keep it where you keep passwords, and not on this server.${isFirst ? '' : ' Keep the key before it, too: earlier backups need that one.'}`}
        className="max-w-[560px]"
        onInteractOutside={(event) => event.preventDefault()}
        {...useReturnFocus()}
      >
        <p className="my-4 rounded-md border border-line bg-sunk px-4 py-3.5 font-mono text-sm break-all">
          {keys.identity}
        </p>
        <div className="flex flex-wrap gap-2">
          {canCopy && (
            <Button variant="outline" onClick={() => copyText(keys.identity, 'Key')}>
              <Copy aria-hidden="true" />
              Copy
            </Button>
          )}
          <Button variant="outline" onClick={() => download(keys)}>
            <Download aria-hidden="true" />
            Download key
          </Button>
        </div>
        <p className="mt-5 flex items-center gap-2">
          <Checkbox
            ref={box}
            id={id}
            checked={isSaved}
            onChange={({ target }) => setIsSaved(target.checked)}
          />
          <label htmlFor={id}>I saved this key in a safe place</label>
        </p>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button aria-disabled={!isSaved} isPending={save.isPending} onClick={submit}>
            {save.isPending ? 'Saving' : 'Use this key'}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}

/** In the format of age-keygen. */
function download({ identity, recipient }: KeyDialogProps['keys']): void {
  const lines = [
    `# Key of the backups of the portfolio at ${location.origin}`,
    `# created: ${new Date().toISOString()}`,
    `# public key: ${recipient}`,
    identity,
    '',
  ];
  startDownload(new Blob([lines.join('\n')], { type: 'text/plain' }), 'vitrine-backup-key.txt');
}
