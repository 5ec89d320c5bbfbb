import { Copy, Ellipsis, Link2Off, Save, Undo2 } from 'lucide-react';
import { HalfDot } from '../../../components/publishing/state-badge.tsx';
import { canCopy, copyText } from '../../../components/text/copy-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { ViewBadge } from '../view-badge.tsx';
import type { ViewEditor } from './use-view-editor.ts';

interface ActionsProps {
  readonly editor: ViewEditor;
  readonly onRevoke: () => void;
}

/** Whether the link works, and whether the reader sees what is here. */
export function ViewState({ editor }: Pick<ActionsProps, 'editor'>) {
  const { view, isChanged, hasFailed, isPending } = editor;
  return (
    <span role="status" className="flex flex-wrap items-center gap-2">
      {view && <ViewBadge view={view} />}
      {isChanged && hasFailed && !isPending ? (
        <Badge variant="destructive">Not saved</Badge>
      ) : (
        isChanged && (
          <Badge variant="waiting">
            <HalfDot />
            {view?.state === 'active' ? 'Unpublished changes' : 'Unsaved changes'}
          </Badge>
        )
      )}
    </span>
  );
}

/** The buttons at the top of the studio. On phones, see `ViewBar`. */
export function ViewActions({ editor }: Pick<ActionsProps, 'editor'>) {
  const { view, isChanged, isPending, discard, saveDraft } = editor;
  return (
    <div className="ml-auto flex items-center gap-2 max-sm:hidden">
      {isChanged && (
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      {view?.state === 'active' ? (
        <CopyButton editor={editor} />
      ) : (
        <Button
          variant="outline"
          title="Save draft (Ctrl+S or ⌘S)"
          // Not `disabled`, which would drop the focus.
          aria-disabled={!isChanged || isPending}
          onClick={() => isChanged && saveDraft()}
        >
          Save draft
        </Button>
      )}
      <PublishButton editor={editor} />
    </div>
  );
}

/** The buttons at the bottom of the screen, on phones. */
export function ViewBar({ editor, onRevoke }: ActionsProps) {
  const { view, isChanged, discard, saveDraft } = editor;
  const isActive = view?.state === 'active';
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-2 border-t border-line bg-paper px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:hidden">
      <Menu
        title={view?.name ?? 'New view'}
        trigger={
          <Button variant="outline" size="icon" className="size-11!" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {!isActive && (
          <MenuItem disabled={!isChanged} onSelect={saveDraft}>
            <Save aria-hidden="true" /> Save draft
          </MenuItem>
        )}
        <MenuItem disabled={!isChanged} onSelect={discard}>
          <Undo2 aria-hidden="true" /> Discard
        </MenuItem>
        {(isActive || view?.state === 'expired') && (
          <MenuItem onSelect={onRevoke}>
            <Link2Off aria-hidden="true" /> Revoke link
          </MenuItem>
        )}
      </Menu>
      {isActive && <CopyButton editor={editor} className="h-11!" />}
      <PublishButton editor={editor} className="h-11! flex-1" />
    </div>
  );
}

interface ButtonProps {
  readonly editor: ViewEditor;
  readonly className?: string;
}

function CopyButton({ editor: { view }, className = '' }: ButtonProps) {
  const link = view?.link;
  if (!link || !canCopy) return null;
  return (
    <Button variant="outline" className={className} onClick={() => copyText(link, 'Link')}>
      <Copy aria-hidden="true" />
      Copy link
    </Button>
  );
}

function PublishButton({ editor, className = '' }: ButtonProps) {
  const { view, isChanged, isPending, publish } = editor;
  const isActive = view?.state === 'active';
  const isDisabled = isActive && !isChanged;
  return (
    <Button
      // Toasts do not cover a submit button.
      type="submit"
      title={`${isActive ? 'Publish changes' : 'Publish view'} (Ctrl+Enter or ⌘Enter)`}
      isPending={isPending}
      // Not `disabled`, which would drop the focus.
      {...(isDisabled && { 'aria-disabled': true })}
      className={className}
      onClick={() => !isDisabled && publish()}
    >
      {isActive ? 'Publish changes' : 'Publish view'}
    </Button>
  );
}
