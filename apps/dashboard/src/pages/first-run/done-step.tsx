import { useQuery } from '@tanstack/react-query';
import {
  ArrowRight,
  ArrowUpRight,
  Copy,
  DatabaseBackup,
  FileUser,
  FolderPlus,
  ImageUp,
  type LucideIcon,
  PenLine,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';
import { Link } from 'react-router';
import {
  type CollectionItem,
  collectionQuery,
} from '../../components/collection/collection-query.ts';
import { Logo } from '../../components/page/logo.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { previewQuery } from '../../components/site-preview/preview-query.ts';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import type { User } from '../../features/session/session.ts';
import { type Site, siteQuery } from '../../features/site/site-queries.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { setupSteps } from '../dashboard/setup-steps.ts';
import { ScaledPreview } from './scaled-preview.tsx';

/** The end of the first run: the address of the site, and what to do next. */
export function DoneStep({ user }: { readonly user: User }) {
  const site = useQuery(siteQuery);
  const projects = useQuery(collectionQuery('project'));
  const skills = useQuery(collectionQuery('skill'));
  const isLoaded = site.data && projects.isFetched && skills.isFetched;
  return (
    <>
      <header className="flex min-h-[76px] items-center justify-between gap-6 px-4 py-3 sm:px-12">
        <Logo className="size-8 text-[1.1875rem]" />
        <Button asChild variant="ghost" className="-mr-3.5">
          <Link to={paths.home}>
            Go to the dashboard
            <ArrowRight aria-hidden="true" />
          </Link>
        </Button>
      </header>
      <main className="mx-auto max-w-[1200px] px-4 pt-4 pb-20 sm:px-12 sm:pt-9">
        {site.error && <LoadFailure query={site} />}
        {isLoaded && (
          <div className="grid gap-x-14 gap-y-9 md:grid-cols-2">
            <div className="min-w-0">
              <Outcome user={user} site={site.data} />
              <Suggestions
                steps={suggestionsFor(
                  user,
                  site.data,
                  projects.data ?? [],
                  skills.data?.length ?? 0,
                )}
              />
            </div>
            {site.data.url !== '' && <SitePicture url={site.data.url} />}
          </div>
        )}
      </main>
    </>
  );
}

interface OutcomeProps {
  readonly user: User;
  readonly site: Site;
}

function Outcome({ user, site: { url, isChosen } }: OutcomeProps) {
  const [first = ''] = user.fullName.split(' ');
  const isLive = url !== '' && isChosen;
  const title = isLive
    ? 'Your site is live'
    : url === ''
      ? 'Your portfolio is ready'
      : 'Your site is private';
  return (
    <>
      <p className="mb-3.5">
        {isLive ? <Badge>Live</Badge> : <Badge variant="dashed">Not online</Badge>}
      </p>
      <PageHeading title={[title, first].filter(Boolean).join(', ')} tab={title}>
        {isLive
          ? 'Everyone can open it at this address. What you change in the dashboard appears within a second.'
          : url === ''
            ? 'What is missing is an address for your site.'
            : 'Visitors see it once you publish a design. Until then, this address says that the site is being set up.'}
      </PageHeading>
      {url === '' ? <NoAddress /> : <Address url={url} isLive={isLive} />}
    </>
  );
}

interface AddressProps {
  readonly url: string;
  readonly isLive: boolean;
}

function Address({ url, isLive }: AddressProps) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-lg border border-line-2 bg-card p-2 pl-4 max-sm:p-3">
      <span className="min-w-0 flex-1 text-lg font-medium wrap-anywhere max-sm:basis-full">
        {url}
      </span>
      {canCopy && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Copy the address"
          onClick={() => copyText(url, 'Address')}
        >
          <Copy aria-hidden="true" />
        </Button>
      )}
      <Button asChild className="max-sm:h-11 max-sm:flex-1">
        {isLive ? (
          <ExternalLink href={url}>
            View site
            <ArrowUpRight aria-hidden="true" />
          </ExternalLink>
        ) : (
          <Link to={paths.view('site')}>
            Open Site
            <ArrowRight aria-hidden="true" />
          </Link>
        )}
      </Button>
    </div>
  );
}

function NoAddress() {
  return (
    <div className="rounded-lg border border-line-2 bg-card px-4 py-3.5">
      <h2 className="font-sans text-base font-medium">How to set the address</h2>
      <ol className="mt-1.5 list-decimal pl-5 text-ink-2">
        <li>
          Set <code className="text-sm">SITE_URL</code> to the address of your site, such as
          https://example.com.
        </li>
        <li>Restart Vitrine.</li>
      </ol>
      <p className="mt-1.5 text-sm text-ink-2">The file docs/configuration.md explains how.</p>
    </div>
  );
}

function Suggestions({ steps }: { readonly steps: readonly Suggestion[] }) {
  return (
    <section aria-labelledby="next" className="mt-6">
      <h2 id="next" className="mb-2.5 text-xl">
        What next
      </h2>
      <Card>
        <ul>
          {steps.map(({ name, hint, Icon, link }) => (
            <li
              key={name}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-4 first:border-t-0 sm:flex-nowrap sm:px-5"
            >
              <Icon
                aria-hidden="true"
                className="size-[19px] shrink-0 text-ink-2"
                strokeWidth={1.7}
              />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-ink-2">{hint}</p>
              </div>
              <div className="max-sm:w-full max-sm:pl-[35px]">
                <Button asChild variant="outline" size="sm" className="max-sm:h-9">
                  <Link to={link[0]}>{link[1]}</Link>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

interface Suggestion {
  readonly name: string;
  readonly hint: string;
  readonly Icon: LucideIcon;
  readonly link: readonly [path: string, name: string];
}

/** The steps of the checklist that can be missing here. */
const ICONS = { photo: ImageUp, text: PenLine, project: FolderPlus, skill: Sparkles };

/** What is missing, first of all what the checklist of the dashboard asks for. */
function suggestionsFor(
  user: User,
  site: Site,
  projects: readonly CollectionItem<'project'>[],
  skills: number,
): readonly Suggestion[] {
  const steps = setupSteps(user, { projects: projects.length, skills }, site);
  const missing = steps.flatMap(({ kind, isDone, link, ...step }): Suggestion[] =>
    // The import was offered a moment ago, and the outcome above is about the site.
    isDone || !link || kind === 'import' || kind === 'site'
      ? []
      : [{ ...step, link, Icon: ICONS[kind] }],
  );
  return [...missing, ...picturesStep(projects), ...LATER].slice(0, 3);
}

function picturesStep(projects: readonly CollectionItem<'project'>[]): readonly Suggestion[] {
  const bare = projects.filter(({ projectBanner }) => projectBanner.url === '');
  const [first] = bare;
  if (!first) return [];
  return [
    {
      name:
        bare.length === 1
          ? 'Add a picture to a project'
          : `Add pictures to ${bare.length} projects`,
      hint: `${first.title}${bare.length > 1 ? ' and others have' : ' has'} none.`,
      Icon: ImageUp,
      link: [paths.updateProject(first._id), bare.length === 1 ? 'Add picture' : 'Add pictures'],
    },
  ];
}

/** For every portfolio. */
const LATER: readonly Suggestion[] = [
  {
    name: 'Protect your account',
    hint: 'Sign in with a fingerprint, a face or a device PIN.',
    Icon: ShieldCheck,
    link: [paths.section('security'), 'Add passkey'],
  },
  {
    name: 'Look through your resume',
    hint: 'Vitrine makes it from your content.',
    Icon: FileUser,
    link: [paths.view('resume'), 'Open Resume'],
  },
  {
    name: 'Download a backup',
    hint: 'Store it on another machine.',
    Icon: DatabaseBackup,
    link: [paths.section('backup'), 'Open Backup'],
  },
];

/** The site as it is now. */
function SitePicture({ url }: { readonly url: string }) {
  const preview = useQuery(previewQuery);
  return (
    <div className="min-w-0 overflow-clip rounded-lg border border-line-2 bg-card">
      <p className="truncate border-b border-line bg-sunk px-3.5 py-2 text-xs text-ink-2">
        {new URL(url).host}
      </p>
      <div className="relative aspect-800/860 overflow-clip [container-type:size]">
        {preview.data && <ScaledPreview title="Your site" url={preview.data.url} />}
      </div>
    </div>
  );
}
