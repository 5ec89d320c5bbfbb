import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '../ui/dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly description: string;
  /** What is done, as on its button. */
  readonly action: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
  /** The button that asks. Without one, `open` says when it is asked. */
  readonly trigger?: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** Asks before something that cannot be taken back. The focus is on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, cancel = 'Cancel', onConfirm, trigger, ...state } = props;
  return (
    <Dialog {...state}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent role="alertdialog" title={title} description={description}>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">{cancel}</Button>
          </DialogClose>
          <DialogClose asChild>
            <Button variant="destructive" onClick={onConfirm}>
              {action}
            </Button>
          </DialogClose>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
