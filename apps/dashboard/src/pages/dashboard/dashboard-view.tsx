import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { collectionQuery } from '../../components/collection/collection-query.ts';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { backupProblemQuery } from '../../features/backup/backup-query.ts';
import { type Message, messagesQuery } from '../../features/message/message-queries.ts';
import { AboutCard } from '../../features/profile/about-card.tsx';
import { ProjectTable } from '../../features/project/list/project-table.tsx';
import { useSession } from '../../features/session/session.ts';
import { SkillGrid } from '../../features/skill/skill-grid.tsx';
import { SoftwareApplicationTable } from '../../features/software-application/software-application-table.tsx';
import { TimelineTable } from '../../features/timeline/timeline-table.tsx';
import { weekOfVisitsQuery } from '../../features/visitors/visit-queries.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Warning } from '../../ui/warning.tsx';
import { ViewSite } from '../navigation/view-site.tsx';
import { useSiteAddress } from '../use-site-address.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { ListCard } from './list-card.tsx';
import { SampleNote } from './sample-note.tsx';
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
  const siteUrl = useSiteAddress()?.publicUrl;
  const backup = useQuery({ ...backupProblemQuery, enabled: user !== null && can.backup });
  const week = useQuery({ ...weekOfVisitsQuery, enabled: user !== null && can.visits });
  const lists = [projects, skills, applications, timelines, messages];
  // Wait for all of them, so that no card appears or grows later and moves the others.
  const areFetched = lists.every((query) => query.isFetched);
  if (
    !user ||
    !areFetched ||
    site.isLoading ||
    backup.isLoading ||
    week.isLoading ||
    siteUrl === undefined
  )
    return <DashboardSkeleton />;
  return (
    <>
      <div className="flex items-start gap-x-3.5 max-sm:flex-wrap sm:gap-x-[18px]">
        <Avatar
          src={user.avatar.url}
          name={user.fullName}
          className="size-[46px] text-xl sm:size-14"
        />
        <div className="min-w-0 flex-1">
          <PageHeading
            title={['Welcome back', user.fullName].filter(Boolean).join(', ')}
            tab="Dashboard"
          >
            <LatestMessage message={messages.data?.[0]} />
            <VisitsThisWeek visits={week.data?.visits ?? 0} />
          </PageHeading>
        </div>
        {siteUrl && (
          <ViewSite
            url={siteUrl}
            variant="outline"
            className="max-sm:-mt-2 max-sm:mb-5 max-sm:h-10 max-sm:basis-full sm:mt-2.5"
          />
        )}
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
        {projects.data && <SampleNote projects={projects.data} />}
        <SetupChecklist
          user={user}
          projects={projects.data?.length}
          skills={skills.data?.length}
          site={site.data}
        />
        <div className="grid gap-4 min-[22.5rem]:grid-cols-2 md:grid-cols-[2fr_1fr_1fr]">
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

function VisitsThisWeek({ visits }: { readonly visits: number }) {
  if (visits === 0) return null;
  return (
    <Link
      to={paths.view('visitors')}
      className="block w-fit text-ink underline decoration-line-2 underline-offset-3 hover:decoration-current"
    >
      {visits.toLocaleString()} {visits === 1 ? 'visit' : 'visits'} this week
    </Link>
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
