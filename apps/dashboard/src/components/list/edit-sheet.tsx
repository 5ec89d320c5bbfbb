import { type ReactNode, useState } from 'react';
import { Sheet, SheetContent } from '../../ui/sheet.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { discardUnsavedChanges, hasUnsavedChanges } from '../form/unsaved-changes.ts';

interface EditSheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The form. */
  readonly children: ReactNode;
}

/** An open sheet with a form. Asks before changes are discarded. */
export function EditSheet({ title, onClose, children }: EditSheetProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Sheet open onOpenChange={() => (hasUnsavedChanges() ? setIsAsking(true) : onClose())}>
      <SheetContent title={title} size="wide" {...useReturnFocus('input')}>
        <div className="pt-3">{children}</div>
        <ConfirmDialog
          isOpen={isAsking}
          title="Discard your changes?"
          description="What you typed has not been saved."
          action="Discard"
          cancel="Keep editing"
          onConfirm={() => {
            discardUnsavedChanges();
            onClose();
          }}
          onCancel={() => setIsAsking(false)}
        />
      </SheetContent>
    </Sheet>
  );
}
