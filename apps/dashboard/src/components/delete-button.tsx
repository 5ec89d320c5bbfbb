import { Trash2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteButtonProps {
  /** What it is called, as in 'Delete Figma?' */
  readonly name: string;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  /** An icon alone where space is short. */
  readonly compact?: boolean;
}

export function DeleteButton({ name, isPending, onDelete, compact }: DeleteButtonProps) {
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description="It is gone for good: there is no way to bring it back."
      action="Delete"
      onConfirm={onDelete}
      trigger={
        compact ? (
          <Button
            variant="outline"
            size="icon"
            className="rounded-full! text-danger!"
            aria-label={isPending ? `Deleting ${name}` : `Delete ${name}`}
            disabled={isPending}
          >
            {isPending ? <Spinner /> : <Trash2 aria-hidden="true" />}
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            className="text-danger! hover:bg-danger-soft!"
            aria-label={isPending ? `Deleting ${name}` : `Delete ${name}`}
            disabled={isPending}
          >
            {isPending ? (
              <>
                <Spinner /> Deleting
              </>
            ) : (
              'Delete'
            )}
          </Button>
        )
      }
    />
  );
}
