import { useState } from 'react';
import { CopyField } from '../../../components/text/copy-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/dialog.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { TokenForm } from './token-form.tsx';

interface NewTokenDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a token, then shows it once. */
export function NewTokenDialog({ isOpen, onClose }: NewTokenDialogProps) {
  const [secret, setSecret] = useState('');

  function close() {
    setSecret('');
    onClose();
  }

  return (
    <Dialog open={isOpen} onOpenChange={close}>
      <DialogContent
        title={secret ? 'Copy your token' : 'New token'}
        description={
          secret
            ? 'This is the only time that it is shown. Store it like a password.'
            : 'A script sends it with each request instead of signing in.'
        }
        {...useReturnFocus()}
        // A stray click must not lose what was typed, or the token.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {secret ? <Secret secret={secret} /> : <TokenForm onCreated={setSecret} />}
      </DialogContent>
    </Dialog>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  return (
    <>
      {/* The focus must not be lost when the form is replaced. */}
      <CopyField label="Token" value={secret} autoFocus />
      <DialogActions>
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      </DialogActions>
    </>
  );
}
