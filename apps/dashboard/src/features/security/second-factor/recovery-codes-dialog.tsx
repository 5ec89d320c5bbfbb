import { Copy, Download, Printer } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { startDownload } from '../../../components/start-download.ts';
import { canCopy, copyText } from '../../../components/text/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogActions, DialogContent } from '../../../ui/dialog.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows the recovery codes, which cannot be shown again. It closes only after the box is checked. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const id = useId();
  const [isSaved, setIsSaved] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const close = () => {
    if (isSaved) onDone();
    else box.current?.focus();
  };
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        data-print
        title="Save your recovery codes"
        description="The second factor is on. If you lose your phone, each code signs you in once. They are shown only now."
        className="max-w-[560px]"
        // A click beside the dialog or on a toast is rarely meant to close it.
        onInteractOutside={(event) => event.preventDefault()}
        {...useReturnFocus()}
      >
        <p className="mt-2 hidden print:block">{TITLE}</p>
        <ol
          aria-label="Recovery codes"
          className="my-4 grid gap-x-6 gap-y-0.5 rounded-md border border-line bg-sunk px-4 py-3.5 font-mono text-sm leading-7 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          {canCopy && (
            <Button variant="outline" onClick={() => copyText(codes.join('\n'), 'Recovery codes')}>
              <Copy aria-hidden="true" />
              Copy
            </Button>
          )}
          <Button variant="outline" onClick={() => download(codes)}>
            <Download aria-hidden="true" />
            Download as text
          </Button>
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </div>
        <p className="mt-5 flex items-center gap-2 print:hidden">
          <Checkbox
            ref={box}
            id={id}
            checked={isSaved}
            onChange={({ target }) => setIsSaved(target.checked)}
          />
          <label htmlFor={id}>I saved these codes in a safe place</label>
        </p>
        <div className="print:hidden">
          <DialogActions>
            <Button aria-disabled={!isSaved} onClick={close}>
              Done
            </Button>
          </DialogActions>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** On paper and in the file, which are read far from the dashboard. */
const TITLE = `Recovery codes for the portfolio dashboard at ${location.origin}`;

function download(codes: readonly string[]): void {
  const lines = [
    TITLE,
    'Each one signs you in once, instead of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ];
  const file = new Blob([lines.join('\n')], { type: 'text/plain' });
  startDownload(file, 'vitrine-recovery-codes.txt');
}
