import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '../ui/dialog.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly description: string;
  /** What happens in detail. */
  readonly children?: ReactNode;
  /** The label of the confirming button. */
  readonly action: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
  readonly onCancel?: () => void;
  /** The button that opens the dialog. Without one, `isOpen` controls it. */
  readonly trigger?: ReactNode;
  /** For a trigger that is only an icon. */
  readonly tooltip?: string | undefined;
  readonly isOpen?: boolean;
}

/** Asks before something that can't be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, cancel = 'Cancel', trigger, tooltip } = props;
  const [isOpen, setIsOpen] = useState(false);
  const focusedBefore = useRef<Element>(null);

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
    <Dialog open={props.isOpen ?? isOpen} onOpenChange={change}>
      {tooltip ? <Tooltip text={tooltip}>{opener}</Tooltip> : opener}
      <DialogContent
        role="alertdialog"
        title={title}
        description={description}
        onOpenAutoFocus={() => {
          focusedBefore.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          // Radix returns the focus to the trigger. Without one, return it to the last element.
          if (trigger || !(focusedBefore.current instanceof HTMLElement)) return;
          event.preventDefault();
          focusedBefore.current.focus();
        }}
      >
        {props.children}
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
