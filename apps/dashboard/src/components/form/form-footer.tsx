import { HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export interface FormButtons {
  /** The button's label. */
  readonly submit: string;
  /** Its label while the call is pending. Without one, another button shows that. */
  readonly pending?: string | undefined;
  readonly wide?: boolean;
  /** Other buttons, before the submit button. */
  readonly actions?: ReactNode;
  /** A button that continues the submit button, for its menu. */
  readonly menu?: ReactNode;
  /** Fills a panel: the fields scroll, and the buttons stay at the bottom. */
  readonly inPanel?: boolean;
  /** Shows the buttons in a bar at the bottom of the window. */
  readonly hasBar?: boolean;
  /**
   * Names the kind of content, as in 'skill', to store what is typed in this browser until it is saved.
   * Not for forms with passwords.
   */
  readonly autosave?: string;
}

interface FormFooterProps extends FormButtons {
  readonly isPending: boolean;
  /** The progress of an upload. */
  readonly percent: number | undefined;
  readonly onCancel: () => void;
  /** The form is sent again when the network returns. */
  readonly isWaiting: boolean;
}

export function FormFooter(props: FormFooterProps) {
  const { isPending, submit, wide, actions, menu, inPanel, hasBar, percent, onCancel } = props;
  const { isWaiting, autosave } = props;
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
      {actions}
      <span className={`flex ${wide ? 'w-full' : ''} ${hasBar ? 'max-sm:flex-1' : ''}`}>
        <Button
          type="submit"
          size={wide ? 'lg' : 'default'}
          className={`${wide ? 'w-full' : ''} ${hasBar ? 'max-sm:flex-1' : ''} ${menu ? 'rounded-r-none' : ''}`}
          // Not `disabled`, which would drop the focus. `send` ignores a second click.
          aria-disabled={isPending}
        >
          {pending && <Spinner />}
          {pending ?? submit}
        </Button>
        {menu}
      </span>
    </>
  );
  if (hasBar) return <SaveBar>{buttons}</SaveBar>;
  return (
    <div
      className={`flex flex-wrap items-center justify-end gap-x-4 gap-y-3 ${inPanel ? 'sticky bottom-0 z-10 border-t border-line bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-6' : ''}`}
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
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/94 backdrop-blur-md sm:left-14"
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
