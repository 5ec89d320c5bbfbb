import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useCan } from '../api/capabilities.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFocusHeadingOnUnmount } from './use-focus-heading-on-unmount.ts';

interface DeleteButtonProps {
  /** The item's name, as in 'Delete Figma?' */
  readonly name: string;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  /** Shows a round icon button. */
  readonly compact?: boolean;
  /** Shows an outlined button with this label. */
  readonly label?: string;
}

/** With a trash, it deletes at once, since the toast offers Undo. Otherwise a dialog asks first. */
export function DeleteButton({ name, isPending, onDelete, compact, label }: DeleteButtonProps) {
  const { trash: canUndo } = useCan();
  const text = isPending ? 'Deleting' : 'Delete';
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingOnUnmount(button);
  const trigger = (
    <Button
      {...(compact ? ROUND : label ? OUTLINED : PLAIN)}
      ref={button}
      aria-label={label ? undefined : `${text} ${name}`}
      // Not `disabled`, which would drop the focus.
      aria-disabled={isPending}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else if (canUndo) onDelete();
      }}
    >
      {isPending ? <Spinner /> : (compact || label) && <Trash2 aria-hidden="true" />}
      {!compact && (isPending ? text : (label ?? text))}
    </Button>
  );
  if (canUndo) return compact ? <Tooltip text="Delete">{trigger}</Tooltip> : trigger;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description="This can't be undone."
      action="Delete"
      onConfirm={onDelete}
      tooltip={compact ? 'Delete' : undefined}
      trigger={trigger}
    />
  );
}

/** Red only on hover and focus, so that a list of these buttons stays quiet. */
const CALM =
  'hover:bg-danger-soft! hover:text-danger! focus-visible:bg-danger-soft! focus-visible:text-danger!';

const ROUND = {
  variant: 'outline',
  size: 'icon',
  className: `rounded-full! text-ink-2! hover:border-transparent! ${CALM}`,
} as const;

const OUTLINED = {
  variant: 'outline',
  className: `text-ink-2! hover:border-transparent! ${CALM}`,
} as const;

const PLAIN = { variant: 'ghost', size: 'sm', className: `text-ink-3! ${CALM}` } as const;
