import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode, useRef } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { Button } from '../../ui/button.tsx';

/** The rows of a card. */
export function SecurityItems({ children }: { readonly children: ReactNode }) {
  return <ul className="divide-y divide-line border-t border-line">{children}</ul>;
}

interface Detail {
  readonly text: string;
  readonly className?: string;
}

interface SecurityItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly badges?: ReactNode;
  /** Each stays on one line. */
  readonly details: readonly Detail[];
  /** Small ghost buttons. On phones, they are below the details and tall enough for a finger. */
  readonly actions: ReactNode;
}

/** One passkey, token or authenticator app. */
export function SecurityItem({ icon: Icon, name, badges, details, actions }: SecurityItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useFocusHeadingOnUnmount(item);
  return (
    <li
      ref={item}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-[22px]"
    >
      <Icon aria-hidden="true" className="size-[18px] text-ink-3" />
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {badges}
        </p>
        <p className="mt-0.5 text-xs text-ink-2">
          {details.map(({ text, className = '' }, index) => (
            <Fragment key={text}>
              {index > 0 && ' · '}
              <span className={`inline-block ${className}`}>{text}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <div className="col-start-2 flex gap-1 max-sm:mt-1 max-sm:-mb-2 max-sm:-ml-2.5 max-sm:[&>button]:h-10 sm:col-start-3">
        {actions}
      </div>
    </li>
  );
}

interface RemoveButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'trigger'> {
  /** Of the item, if there are several. */
  readonly name?: string;
  readonly isPending: boolean;
}

/** Asks before it removes an item. */
export function RemoveButton({ name, isPending, ...rest }: RemoveButtonProps) {
  return (
    <ConfirmDialog
      {...rest}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className="text-danger! hover:bg-danger-soft!"
          aria-label={name && `${rest.action} ${name}`}
          aria-disabled={isPending}
        >
          {rest.action}
        </Button>
      }
    />
  );
}
