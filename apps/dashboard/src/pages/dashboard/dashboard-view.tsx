import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CollectionName } from '@vitrine/contract/collections';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { type CollectionItem, collectionQuery } from '../components/collection/collection-query.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { EmptyState } from '../components/query/empty-state.tsx';
import { LoadFailure } from '../components/query/load-failure.tsx';
import { backupProblemQuery } from '../features/backup/backup-query.ts';
import { type Message, messagesQuery } from '../features/message/message-queries.ts';
import { AboutCard } from '../features/profile/about-card.tsx';
import { ProjectTable } from '../features/project/list/project-table.tsx';
import { useSession } from '../features/session/session.ts';
import { SkillGrid } from '../features/skill/skill-grid.tsx';
import { SoftwareApplicationTable } from '../features/software-application/software-application-table.tsx';
import { TimelineTable } from '../features/timeline/timeline-table.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardHead } from '../ui/card.tsx';
import { CardSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { Warning } from '../ui/warning.tsx';
import { SetupChecklist, useSetupSite } from './setup-checklist.tsx';

export function DashboardView() {
  const { user } = useSession();
  const can = useCan();
  const projects = useQuery(collectionQuery('project'));
  const skills = useQuery(collectionQuery('skill'));
  const applications = useQuery(collectionQuery('software-application'));
  const timelines = useQuery(collectionQuery('timeline'));
  const messages = useInfiniteQuery(messagesQuery);
  const site = useSetupSite(user, projects.data?.length, skills.data?.length);
  const backup = useQuery({ ...backupProblemQuery, enabled: user !== null && can.backup });
  const lists = [projects, skills, applications, timelines, messages];
  // Wait for all of them, so that no card appears or grows later and moves the others.
  if (!user || site.isLoading || backup.isLoading || lists.some((query) => !query.isFetched))
    return <DashboardSkeleton />;
  return (
    <>
      <div className="flex items-start gap-3.5 sm:gap-[18px]">
        <Avatar
          src={user.avatar.url}
          name={user.fullName}
          className="size-[46px] text-xl sm:size-14"
        />
        <PageHeading title={`Welcome back, ${user.fullName}`} tab="Dashboard">
          <LatestMessage message={messages.data?.[0]} />
        </PageHeading>
      </div>
      <div className="grid gap-4">
        {backup.data && (
          <Warning>
            {backup.data}{' '}
            <Link to={paths.section('backup')} className="font-medium underline underline-offset-3">
              Open Backup
            </Link>
          </Warning>
        )}
        <SetupChecklist
          user={user}
          projects={projects.data?.length}
          skills={skills.data?.length}
          site={site.data}
        />
        <div className="grid grid-cols-2 gap-4 md:grid-cols-[2fr_1fr_1fr]">
          <div className="col-span-full grid md:col-span-1">
            <AboutCard profile={user} />
          </div>
          <CountCard title="Projects Completed" count={projects.data?.length}>
            <Link to={paths.manage('project')}>Manage Projects</Link>
          </CountCard>
          <CountCard title="Skills" count={skills.data?.length}>
            <Link to={paths.manage('skill')}>Manage Skill</Link>
          </CountCard>
        </div>
        <ListCard name="project" query={projects} List={ProjectTable} />
        <ListCard name="skill" query={skills} List={SkillGrid} />
        <div className="grid gap-4 md:grid-cols-2">
          <ListCard
            name="software-application"
            query={applications}
            List={SoftwareApplicationTable}
            isManaged={can.order}
          />
          <ListCard
            name="timeline"
            query={timelines}
            List={TimelineTable}
            manage="Manage Timeline"
          />
        </div>
      </div>
    </>
  );
}

function LatestMessage({ message }: { readonly message: Message | undefined }) {
  if (!message) return 'No messages yet.';
  return (
    <span className="-mx-1 line-clamp-2 px-1">
      Latest message:{' '}
      <Link
        to={paths.view('messages')}
        className="text-ink underline decoration-line-2 underline-offset-3 hover:decoration-current focus-visible:outline-offset-0"
      >
        {message.subject}
      </Link>
      , from {message.senderName}.
    </span>
  );
}

interface CountCardProps {
  readonly title: string;
  readonly count: number | undefined;
  readonly children: ReactNode;
}

function CountCard({ title, count, children }: CountCardProps) {
  return (
    <Card className="flex min-h-[148px] flex-col justify-between gap-2 p-3.5 sm:min-h-42 sm:px-[22px] sm:py-5">
      <h2 className="font-sans text-xs font-medium tracking-normal text-ink-2">{title}</h2>
      <p className="font-display text-numeral lining-nums">{count ?? '–'}</p>
      <Button
        asChild
        variant="outline"
        className="max-w-full self-start max-sm:h-auto max-sm:min-h-9 max-sm:px-2 max-sm:text-center max-sm:whitespace-normal"
      >
        {children}
      </Button>
    </Card>
  );
}

interface ListCardProps<Name extends CollectionName> {
  readonly name: Name;
  readonly query: UseQueryResult<readonly CollectionItem<Name>[]>;
  readonly List: ComponentType<{ readonly items: readonly CollectionItem<Name>[] }>;
  /** Whether it links to its Manage page. */
  readonly isManaged?: boolean;
  /** The text of that link, if not 'Manage' with a label that says what. */
  readonly manage?: string;
}

function ListCard<Name extends CollectionName>(props: ListCardProps<Name>) {
  const { name, query, List, isManaged = true, manage } = props;
  const { data } = query;
  const { one, title, words, empty } = COLLECTION_VIEWS[name];
  const add = [paths.add(name), `Add ${one}`] as const;
  const isFilled = data !== undefined && data.length > 0;
  return (
    <Card aria-label={title} className="@container flex flex-col">
      <CardHead title={title}>
        <div className="flex flex-wrap items-center gap-2">
          {isFilled && <AddLink to={add[0]} name={add[1]} />}
          {isManaged && (
            <Button asChild variant="outline" size="sm">
              <Link
                to={paths.manage(name)}
                aria-label={manage ? undefined : `Manage all ${words[1]}`}
              >
                {manage ?? 'Manage'}
              </Link>
            </Button>
          )}
        </div>
      </CardHead>
      {data === undefined ? (
        <LoadFailure query={query} />
      ) : isFilled ? (
        <List items={data} />
      ) : (
        <EmptyState text={empty} next={add} />
      )}
    </Card>
  );
}

/** In a narrow card, the link shows only its verb. */
function AddLink({ to, name }: { readonly to: string; readonly name: string }) {
  const [verb, ...noun] = name.split(' ');
  return (
    <Button asChild variant="ghost" size="sm" className="last:-mr-2.5">
      <Link to={to} aria-label={name}>
        <Plus aria-hidden="true" />
        <span>
          {verb}
          <span className="@max-[28rem]:hidden"> {noun.join(' ')}</span>
        </span>
      </Link>
    </Button>
  );
}

function WelcomeSkeleton() {
  return (
    <div className="mb-2 flex items-start gap-3.5 sm:mb-3 sm:gap-[18px]">
      <Skeleton className="size-[46px] rounded-full! sm:size-14" />
      <div>
        <Skeleton className="mt-1 h-8 w-64 max-w-[60vw]" />
        <Skeleton className="mt-3 h-3.5 w-44" />
      </div>
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 *:min-w-0">
      <WelcomeSkeleton />
      <div className="grid grid-cols-2 gap-4 *:min-w-0 md:grid-cols-[2fr_1fr_1fr]">
        <CountSkeleton className="col-span-full md:col-span-1">
          <Skeleton className="h-3.5 max-w-[56ch]" />
          <Skeleton className="h-3.5 w-4/5 max-w-[48ch]" />
        </CountSkeleton>
        <CountSkeleton>
          <Skeleton className="h-12 w-16" />
        </CountSkeleton>
        <CountSkeleton>
          <Skeleton className="h-12 w-16" />
        </CountSkeleton>
      </div>
      <CardSkeleton hasHead rows={6} />
      <CardSkeleton hasHead rows={3} />
      <div className="grid gap-4 *:min-w-0 md:grid-cols-2">
        <CardSkeleton hasHead rows={5} />
        <CardSkeleton hasHead rows={5} />
      </div>
    </div>
  );
}

interface CountSkeletonProps {
  readonly className?: string;
  readonly children: ReactNode;
}

function CountSkeleton({ className = '', children }: CountSkeletonProps) {
  return (
    <div
      className={`delayed flex h-46 flex-col justify-between gap-3 rounded-lg border border-line bg-card p-4 sm:px-[22px] sm:py-5 ${className}`}
    >
      <Skeleton className="h-3 w-20" />
      <div className="grid gap-2.5">{children}</div>
      <Skeleton className="h-9 w-28 max-w-full" />
    </div>
  );
}
