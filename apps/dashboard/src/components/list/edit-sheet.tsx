import { type ReactNode, useRef, useState } from 'react';
import { Sheet, SheetContent } from '../../ui/sheet.tsx';
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
  const focusedBefore = useRef<Element>(null);
  return (
    <Sheet open onOpenChange={() => (hasUnsavedChanges() ? setIsAsking(true) : onClose())}>
      <SheetContent
        title={title}
        size="wide"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          focusedBefore.current = document.activeElement;
          if (event.target instanceof Element) event.target.querySelector('input')?.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
        }}
      >
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
