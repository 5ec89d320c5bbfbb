import { ArrowUpRight, Copy, Download, Ellipsis, Mail, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { downloadSite } from './download-site.ts';
import type { DesignEditor } from './use-design.ts';

interface SiteProps {
  readonly editor: DesignEditor;
  /** The address of the site, or empty. */
  readonly url: string;
}

/** Whether visitors see the design as it is here. */
export function DesignState({ editor }: Pick<SiteProps, 'editor'>) {
  const { hasFailed, hasChanges, save } = editor;
  return (
    <span role="status" className="flex items-center gap-2">
      {hasFailed ? (
        <>
          <Badge variant="destructive">Not saved</Badge>
          <Button variant="link" className="h-6! px-0!" onClick={() => void save()}>
            Try again
          </Button>
        </>
      ) : hasChanges ? (
        <Badge
          variant="waiting"
          className="before:size-1.5 before:rounded-full before:bg-current before:content-['']"
        >
          Unpublished changes
        </Badge>
      ) : (
        <Badge variant="secondary">Published</Badge>
      )}
    </span>
  );
}

/** The address of the site. */
export function SiteAddress({ url }: Pick<SiteProps, 'url'>) {
  return (
    <span className="flex min-w-0 items-center gap-1 max-sm:hidden">
      <Button asChild variant="ghost" size="sm" className="min-w-0 shrink!">
        <ExternalLink href={url}>
          <span className="truncate">{new URL(url).host}</span>
          <ArrowUpRight aria-hidden="true" />
        </ExternalLink>
      </Button>
      <CopyButton text={url} name="Address" label="Copy the address" className="size-7!" />
    </span>
  );
}

/** The buttons at the top of the view. On phones, see `SiteBar`. */
export function SiteActions({ editor, url }: SiteProps) {
  return (
    <div className="ml-auto flex items-center gap-2 max-sm:hidden">
      {editor.hasChanges && (
        <Button variant="ghost" onClick={() => void editor.discard()}>
          Discard
        </Button>
      )}
      <DownloadMenu url={url}>
        <Button variant="outline" icon={Download}>
          Download site
        </Button>
      </DownloadMenu>
      <PublishButton editor={editor} />
    </div>
  );
}

interface DownloadMenuProps extends Pick<SiteProps, 'url'> {
  /** The button that opens it. */
  readonly children: ReactNode;
}

export function DownloadMenu({ url, children }: DownloadMenuProps) {
  if (!canDownload(url)) return null;
  return (
    <Menu title="Download site" trigger={children}>
      <DownloadItems url={url} />
    </Menu>
  );
}

/** The files name the host of the site, and below the dashboard it has none of its own. */
export function canDownload(url: string): boolean {
  return url !== '' && new URL(url).pathname === '/';
}

/** The buttons at the bottom of the screen, on phones. */
export function SiteBar({ editor, url }: SiteProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-2 border-t border-line bg-paper px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:hidden">
      <Menu
        title="Site"
        trigger={
          <Button variant="outline" size="icon" className="size-11!" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem disabled={!editor.hasChanges} onSelect={() => void editor.discard()}>
          <Undo2 aria-hidden="true" /> Discard
        </MenuItem>
        {canDownload(url) && <DownloadItems url={url} />}
        {url !== '' && (
          <MenuItem onSelect={() => window.open(url, '_blank', 'noopener')}>
            <ArrowUpRight aria-hidden="true" /> Open site
          </MenuItem>
        )}
        {url !== '' && canCopy && (
          <MenuItem onSelect={() => copyText(url, 'Address')}>
            <Copy aria-hidden="true" /> Copy address
          </MenuItem>
        )}
      </Menu>
      <PublishButton editor={editor} className="h-11! flex-1" />
    </div>
  );
}

/** A static site has no server of its own, so its contact form needs another way. */
function DownloadItems({ url }: Pick<SiteProps, 'url'>) {
  return (
    <>
      <MenuItem onSelect={() => void downloadSite('form', url)}>
        <Download aria-hidden="true" /> Download, with the contact form
      </MenuItem>
      <MenuItem onSelect={() => void downloadSite('mail', url)}>
        <Mail aria-hidden="true" /> Download, with an email link
      </MenuItem>
    </>
  );
}

interface PublishButtonProps {
  readonly editor: DesignEditor;
  readonly className?: string;
}

function PublishButton({ editor, className = '' }: PublishButtonProps) {
  const { hasChanges, isPublishing, publish } = editor;
  const isDisabled = !hasChanges || isPublishing;
  return (
    <Button
      // Toasts do not cover a submit button.
      type="submit"
      // Not `disabled`, which would drop the focus.
      aria-disabled={isDisabled}
      className={className}
      onClick={() => !isDisabled && void publish()}
    >
      {isPublishing && <Spinner />}
      {isPublishing ? 'Publishing' : 'Publish design'}
    </Button>
  );
}
