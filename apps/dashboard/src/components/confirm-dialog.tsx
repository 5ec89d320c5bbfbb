import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '../ui/dialog.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly description: string;
  /** What is done, as on its button. */
  readonly action: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
  readonly onCancel?: () => void;
  /** The button that asks. Without one, `isAsked` says when. */
  readonly trigger?: ReactNode;
  /** What the button does, where it does not say so itself. */
  readonly tooltip?: string | undefined;
  readonly isAsked?: boolean;
}

/** Asks before something that cannot be taken back. The focus is on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, cancel = 'Cancel', trigger, tooltip } = props;
  const [isOpen, setIsOpen] = useState(false);
  const before = useRef<Element>(null);

  function change(open: boolean) {
    setIsOpen(open);
    if (!open) props.onCancel?.();
  }

  function confirm() {
    setIsOpen(false);
    props.onConfirm();
  }

  const opener = trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>;
  return (
    <Dialog open={props.isAsked ?? isOpen} onOpenChange={change}>
      {tooltip ? <Tooltip text={tooltip}>{opener}</Tooltip> : opener}
      <DialogContent
        role="alertdialog"
        title={title}
        description={description}
        onOpenAutoFocus={() => {
          before.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          // A dialog gives the focus back to its button. Without one, to what had it.
          if (trigger || !(before.current instanceof HTMLElement)) return;
          event.preventDefault();
          before.current.focus();
        }}
      >
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">{cancel}</Button>
          </DialogClose>
          <Button variant="destructive" onClick={confirm}>
            {action}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
