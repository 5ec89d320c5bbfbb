import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useFocusHeadingOnUnmount } from '../page/use-focus-heading-on-unmount.ts';
import { type Item, titleOf } from './collection-query.ts';

interface DeleteButtonProps {
  readonly noun: CollectionName;
  readonly item: Item;
  /** The call, if the page needs to know its state. */
  readonly mutation?: ReturnType<typeof useDelete>;
  /** Shows a round icon button. */
  readonly compact?: boolean;
  /** Shows an outlined button with this label. */
  readonly label?: string;
}

export function useDelete(noun: CollectionName) {
  return useApiMutation(routes[COLLECTIONS[noun].one].remove, { reloads: [noun] });
}

/**
 * With a trash, it deletes at once, since the toast offers Undo. Otherwise a dialog asks first. Each
 * button has its own call, so that items can be deleted at the same time.
 */
export function DeleteButton(props: DeleteButtonProps) {
  const { noun, item, compact, label } = props;
  const { trash: canUndo } = useCan();
  const own = useDelete(noun);
  const { mutate, isPending } = props.mutation ?? own;
  const name = titleOf(noun, item);
  const onDelete = () => mutate({ params: { id: item._id } });
  const text = isPending ? 'Deleting' : 'Delete';
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingOnUnmount(button);
  const trigger = (
    <Button
      {...(compact ? ROUND : label ? OUTLINED : PLAIN)}
      ref={button}
      aria-label={label ? undefined : `${text} ${name}`}
      isPending={isPending}
      {...((compact || label) && { icon: Trash2 })}
      {...(canUndo && { onClick: onDelete })}
    >
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
