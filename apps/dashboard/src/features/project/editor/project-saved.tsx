import { ArrowUpRight, Copy, Plus, Share2 } from 'lucide-react';
import { useEffect, useId } from 'react';
import { Link } from 'react-router';
import { onRestore } from '../../../api/undo.ts';
import { Picture } from '../../../components/image/picture.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { timeZone } from '../../../components/publishing/schedule-time.ts';
import { formatTime, StateBadge } from '../../../components/publishing/state-badge.tsx';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { canCopy, copyText } from '../../../components/text/copy-text.ts';
import { ExternalLink } from '../../../components/text/external-link.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input } from '../../../ui/input.tsx';
import { type FullProject, projectAddress } from '../project-queries.ts';
import { SavedSuggestions } from './saved-suggestions.tsx';

interface ProjectSavedProps {
  readonly project: FullProject;
  /** The address of the public site, or empty. */
  readonly siteUrl: string;
  readonly onAddAnother: () => void;
  /** Called after the change was taken back. */
  readonly onUndone: () => void;
}

/** Replaces the form after the first save: what became of the project, and what comes next. */
export function ProjectSaved({ project, siteUrl, onAddAnother, onUndone }: ProjectSavedProps) {
  const { publishAt, state } = project;
  const isPublished = state === 'published';
  useEffect(() => onRestore(onUndone), [onUndone]);
  const heading = publishAt
    ? `Scheduled for ${formatTime(publishAt)}`
    : isPublished
      ? 'Project published'
      : 'Draft saved';
  const url = isPublished && siteUrl !== '' ? projectAddress(siteUrl, project) : undefined;
  return (
    <div className="mx-auto max-w-[920px]">
      <div className="mb-2">
        <StateBadge item={project} showsPublished />
      </div>
      <PageHeading title={heading} takesFocus>
        <Outcome project={project} isOnSite={url !== undefined} />
      </PageHeading>
      <Card className="grid md:grid-cols-2" aria-label={project.title}>
        <Cover project={project} />
        <div className="grid min-w-0 content-center gap-4 p-4 sm:p-8">
          {url && <Address url={url} />}
          <div className="flex flex-wrap gap-2 max-sm:*:h-10 max-sm:*:flex-1">
            {url ? (
              <Button asChild className="max-sm:basis-full">
                <ExternalLink href={url}>
                  View project <ArrowUpRight aria-hidden="true" />
                </ExternalLink>
              </Button>
            ) : (
              <Button asChild>
                <Link to={paths.updateProject(project._id)}>
                  {isPublished ? 'Update' : 'Continue editing'}
                </Link>
              </Button>
            )}
            {url && <ShareButton title={project.title} url={url} />}
            <Button variant="outline" icon={Plus} onClick={onAddAnother}>
              Add another
            </Button>
          </div>
        </div>
      </Card>
      <SavedSuggestions project={project} />
    </div>
  );
}

interface OutcomeProps {
  readonly project: FullProject;
  readonly isOnSite: boolean;
}

function Outcome({ project: { title, state, publishAt }, isOnSite }: OutcomeProps) {
  if (publishAt) return `Visitors do not see ${title} until then. Time zone: ${timeZone()}.`;
  if (state === 'draft') return `Only you can see ${title}.`;
  return (
    <>
      {title} is {isOnSite ? 'on your site' : 'in your portfolio'}. You can{' '}
      <Link
        to={paths.manage('project')}
        className="text-accent underline underline-offset-3 hover:no-underline"
      >
        change the order
      </Link>{' '}
      of your projects.
    </>
  );
}

/** The banner or, without one, the title. */
function Cover({ project }: { readonly project: FullProject }) {
  const { title, summary, projectBanner } = project.draft ?? project;
  if (projectBanner?.url)
    return (
      <Picture
        image={projectBanner}
        alt=""
        sizes="(min-width: 56rem) 460px, 100vw"
        className="aspect-video w-full border-line max-md:border-b md:h-full md:border-r"
      />
    );
  return (
    <div className="flex min-h-52 min-w-0 flex-col justify-between gap-6 border-line bg-sunk p-4 max-md:border-b sm:p-8 md:border-r">
      <p className="line-clamp-4 font-display text-2xl wrap-anywhere">{title}</p>
      {summary && <p className="line-clamp-3 wrap-anywhere text-ink-2">{summary}</p>}
    </div>
  );
}

function Address({ url }: { readonly url: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Address
      </label>
      <div className="relative">
        <Input id={id} readOnly value={url} className="truncate pr-11" />
        {canShare && (
          <CopyButton
            text={url}
            name="Link"
            label="Copy link"
            className="absolute inset-y-0 right-0.5 my-auto"
          />
        )}
      </div>
    </div>
  );
}

const canShare = 'share' in navigator;

/** The share menu of the device. Without one, copies the address. */
function ShareButton({ title, url }: { readonly title: string; readonly url: string }) {
  if (canShare)
    return (
      <Button
        variant="outline"
        icon={Share2}
        // It also fails when the owner closes the menu.
        onClick={() => void navigator.share({ title, url }).catch(() => {})}
      >
        Share
      </Button>
    );
  if (!canCopy) return null;
  return (
    <Button variant="outline" icon={Copy} onClick={() => copyText(url, 'Link')}>
      Copy link
    </Button>
  );
}
