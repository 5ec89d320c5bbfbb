import { HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { FormButtons } from './form-props.ts';

interface FormFooterProps extends FormButtons {
  readonly isPending: boolean;
  /** The progress of an upload. */
  readonly percent: number | undefined;
  readonly onCancel: () => void;
  /** The form is sent again when the network returns. */
  readonly isWaiting: boolean;
}

export function FormFooter(props: FormFooterProps) {
  const { isPending, submit, actions, menu, layout, percent, onCancel } = props;
  const { isWaiting, autosave } = props;
  const [isWide, hasBar, isFirst] = ['wide', 'bar', 'compose'].map((one) => one === layout);
  // While the form waits, each attempt is short and would only flicker.
  const pending = isPending && !isWaiting ? props.pending : undefined;
  const buttons = (
    <>
      {isWaiting && hasBar && autosave && (
        <p className="mr-auto flex items-center gap-1.5 text-sm text-ink-2 max-sm:hidden">
          <HardDrive aria-hidden="true" className="size-4 text-ink-3" />
          Kept on this device
        </p>
      )}
      {percent !== undefined && <UploadProgress percent={percent} onCancel={onCancel} />}
      {!isFirst && actions}
      <span className={`flex ${isWide ? 'w-full' : ''} ${hasBar ? 'max-sm:flex-1' : ''}`}>
        <Button
          type="submit"
          size={isWide ? 'lg' : 'default'}
          className={`${isWide ? 'w-full' : ''} ${hasBar ? 'max-sm:flex-1' : ''} ${menu ? 'rounded-r-none' : ''}`}
          // Not `disabled`, which would drop the focus. `send` ignores a second click.
          aria-disabled={isPending}
        >
          {pending && <Spinner />}
          {pending ?? submit}
        </Button>
        {menu}
      </span>
      {isFirst && actions}
    </>
  );
  if (hasBar) return <SaveBar>{buttons}</SaveBar>;
  if (isFirst)
    return (
      <div className="flex flex-wrap items-center gap-2 border-t border-line p-2.5">{buttons}</div>
    );
  return (
    <div
      className={`flex flex-wrap items-center justify-end gap-x-4 gap-y-3 ${layout === 'panel' ? 'sticky bottom-0 z-10 border-t border-line bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-6' : ''}`}
    >
      {buttons}
    </div>
  );
}

/** The page leaves room for it at its end: see `data-save-bar` in styles.css. */
function SaveBar({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-save-bar=""
      className="fixed right-(--dock) bottom-0 left-0 z-20 border-t border-line bg-paper/94 backdrop-blur-md sm:left-(--bar)"
    >
      <div className="mx-auto flex max-w-[1240px] flex-wrap items-center justify-end gap-2 px-3 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:px-8 sm:py-3 lg:px-12 max-sm:[&_button]:h-10">
        {children}
      </div>
    </div>
  );
}

interface UploadProgressProps {
  readonly percent: number;
  readonly onCancel: () => void;
}

function UploadProgress({ percent, onCancel }: UploadProgressProps) {
  return (
    <div className="flex min-w-52 flex-1 items-center gap-3">
      <Progress value={percent} aria-label="Upload progress" className="flex-1" />
      <span className="w-9 text-right text-xs text-ink-2 tabular-nums">{Math.round(percent)}%</span>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
