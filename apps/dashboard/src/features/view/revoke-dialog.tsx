import { FileUser, Link2Off, Undo2 } from 'lucide-react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

interface RevokeDialogProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onRevoke: () => void;
  readonly onClose: () => void;
}

/** Says what happens when a link ends. */
export function RevokeDialog({ name, isOpen, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Revoke this link?"
      description={`The link of “${name}” stops working at once.`}
      action="Revoke link"
      cancel="Keep link"
      onConfirm={() => {
        onClose();
        onRevoke();
      }}
      onCancel={onClose}
    >
      <ul className="mt-3 grid gap-2.5 text-sm">
        {CONSEQUENCES.map(([Icon, text]) => (
          <li key={text} className="flex gap-2.5">
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {text}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

const CONSEQUENCES = [
  [Link2Off, 'The reader sees “This link has ended” and a button to write to you.'],
  [
    FileUser,
    'The resume under this link goes too. Copies already downloaded stay with their readers.',
  ],
  [
    Undo2,
    'The view stays here. Publish it again to get a new link; the old link never works again.',
  ],
] as const;
