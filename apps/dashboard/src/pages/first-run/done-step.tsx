import { useQuery } from '@tanstack/react-query';
import { SITE_ADVICE } from '@vitrine/contract/options';
import { ArrowRight, ArrowUpRight, Copy } from 'lucide-react';
import { Link } from 'react-router';
import { collectionQuery } from '../../components/collection/collection-query.ts';
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
import { DoneSuggestions } from './done-suggestions.tsx';
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
              <DoneSuggestions
                user={user}
                site={site.data}
                projects={projects.data ?? []}
                skills={skills.data?.length ?? 0}
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
      <p className="mt-1.5 text-ink-2">
        {SITE_ADVICE} The file docs/configuration.md explains how.
      </p>
    </div>
  );
}

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
