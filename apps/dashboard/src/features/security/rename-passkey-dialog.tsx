import { routes } from '@vitrine/contract/routes';
import { type FormEvent, useId, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import {
  Dialog,
  DialogActions,
  DialogClose,
  DialogContent,
  DialogTrigger,
} from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface RenamePasskeyDialogProps {
  readonly passkey: { readonly _id: string; readonly name: string };
}

export function RenamePasskeyDialog({ passkey: { _id: id, name } }: RenamePasskeyDialogProps) {
  const field = useId();
  const [isOpen, setIsOpen] = useState(false);
  const rename = useApiMutation(routes.passkey.rename, { reloads: ['passkeys'] });

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (rename.isPending) return;
    const body = new FormData(event.currentTarget);
    rename.mutate({ params: { id }, body }, { onSuccess: () => setIsOpen(false) });
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Rename ${name}`}>
          Rename
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Rename passkey"
        description="A name by which you recognize it, such as that of the device."
      >
        <form className="mt-5 flex flex-col gap-1.5" onSubmit={save}>
          <label htmlFor={field} className="text-sm font-medium">
            Name
          </label>
          <Input id={field} name="name" required maxLength={100} defaultValue={name} />
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" aria-disabled={rename.isPending}>
              {rename.isPending && <Spinner />}
              Rename
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
