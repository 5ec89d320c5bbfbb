import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';

interface ConflictDialogProps {
  readonly isOpen: boolean;
  readonly onOverwrite: (() => void) | undefined;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Shown when the project was saved elsewhere after it was opened here. */
export function ConflictDialog({ isOpen, onOverwrite, onReload, onClose }: ConflictDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onClose}>
      <DialogContent
        role="alertdialog"
        title="This project was changed elsewhere"
        description="It was saved in another tab or browser after you opened it here. Your changes are still in the form. Which version do you want to keep?"
      >
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Keep editing</Button>
          </DialogClose>
          <Button variant="outline" onClick={onReload}>
            Load the other version
          </Button>
          <Button onClick={onOverwrite}>Overwrite with mine</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
