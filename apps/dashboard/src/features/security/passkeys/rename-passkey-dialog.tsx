import { routes } from '@vitrine/contract/routes';
import { type FormEvent, useRef, useState } from 'react';
import { useApiMutation } from '../../../api/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import {
  Dialog,
  DialogActions,
  DialogClose,
  DialogContent,
  DialogTrigger,
} from '../../../ui/dialog.tsx';
import { NameField } from '../name-field.tsx';

interface RenamePasskeyDialogProps {
  readonly passkey: { readonly _id: string; readonly name: string };
}

export function RenamePasskeyDialog({ passkey: { _id: id, name } }: RenamePasskeyDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const rename = useApiMutation(routes.passkey.rename, {
    reloads: ['passkeys', 'audit'],
    errorText: ({ status, message }) => (status === 400 ? undefined : message),
  });

  function change(open: boolean) {
    setIsOpen(open);
    setError('');
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    rename.mutate(
      { params: { id }, body },
      {
        onSuccess: () => change(false),
        onError({ fields }) {
          setError(fields['name'] ?? '');
          field.current?.focus();
        },
      },
    );
  }

  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Rename ${name}`}>
          Rename
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Rename passkey"
        description="Choose a name that you recognize, such as “MacBook Air”."
      >
        <form noValidate className="mt-5" onSubmit={save}>
          <NameField ref={field} error={error} defaultValue={name} />
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" isPending={rename.isPending}>
              Rename
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
