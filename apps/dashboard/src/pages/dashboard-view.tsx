import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { type Message, messagesQuery } from '../features/message/message-queries.ts';
import { AboutCard } from '../features/profile/about-card.tsx';
import { projectsQuery } from '../features/project/project-queries.ts';
import { ProjectTable } from '../features/project/project-table.tsx';
import { useSession } from '../features/session/session.ts';
import { SkillGrid } from '../features/skill/skill-grid.tsx';
import { skillsQuery } from '../features/skill/skill-queries.ts';
import { softwareApplicationsQuery } from '../features/software-application/software-application-queries.ts';
import { SoftwareApplicationTable } from '../features/software-application/software-application-table.tsx';
import { timelinesQuery } from '../features/timeline/timeline-queries.ts';
import { TimelineTable } from '../features/timeline/timeline-table.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardHead } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function DashboardView() {
  const { user } = useSession();
  const projects = useQuery(projectsQuery);
  const skills = useQuery(skillsQuery);
  const applications = useQuery(softwareApplicationsQuery);
  const timelines = useQuery(timelinesQuery);
  const messages = useInfiniteQuery(messagesQuery);
  if (!user) return null;
  // All at once: a card that grows after its neighbours are there would push them away.
  const isLoading = [projects, skills, applications, timelines, messages].some(
    (query) => !query.isFetched,
  );
  return (
    <>
      <div className="flex items-start gap-3.5 sm:gap-[18px]">
        <Avatar
          src={user.avatar.url}
          name={user.fullName}
          className="size-[46px] text-xl sm:size-14"
        />
        <PageHeading title={`Welcome back, ${user.fullName}`} tab="Dashboard">
          {isLoading ? '\u00a0' : <LatestMessage message={messages.data?.[0]} />}
        </PageHeading>
      </div>
      {isLoading ? (
        <DashboardSkeleton />
      ) : (
        <div className="grid gap-4">
          <div className="grid grid-cols-2 gap-4 md:grid-cols-[2fr_1fr_1fr]">
            <div className="col-span-full grid md:col-span-1">
              <AboutCard profile={user} />
            </div>
            <CountCard title="Projects Completed" count={projects.data?.length}>
              <Link to={paths.manageProjects}>Manage Projects</Link>
            </CountCard>
            <CountCard title="Skills" count={skills.data?.length}>
              <Link to={paths.manageSkills}>Manage Skill</Link>
            </CountCard>
          </div>
          <ListCard
            title="Projects"
            query={projects}
            empty="You have not added any project."
            next={[paths.view('add-project'), 'Add Project']}
          >
            {(items) => <ProjectTable projects={items} />}
          </ListCard>
          <ListCard
            title="Skills"
            query={skills}
            empty="You have not added any skill."
            next={[paths.view('add-skill'), 'Add Skill']}
          >
            {(items) => <SkillGrid skills={items} />}
          </ListCard>
          <div className="grid items-start gap-4 md:grid-cols-[3fr_4fr]">
            <ListCard
              title="Software Applications"
              query={applications}
              empty="You have not added any software application."
              next={[paths.view('add-application'), 'Add Application']}
            >
              {(items) => <SoftwareApplicationTable applications={items} />}
            </ListCard>
            <ListCard
              title="Timeline"
              query={timelines}
              empty="You have not added any timeline."
              next={[paths.view('add-timeline'), 'Add Timeline']}
              action={
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.manageTimeline}>Manage Timeline</Link>
                </Button>
              }
            >
              {(items) => <TimelineTable entries={items} />}
            </ListCard>
          </div>
        </div>
      )}
    </>
  );
}

/** Under the welcome: what has come in. */
function LatestMessage({ message }: { readonly message: Message | undefined }) {
  if (!message) return 'No messages yet.';
  return (
    <>
      Latest message:{' '}
      <Link
        to={paths.view('messages')}
        className="text-ink underline decoration-line-2 underline-offset-3 hover:decoration-current"
      >
        {message.subject}
      </Link>
      , from {message.senderName}.
    </>
  );
}

interface CountCardProps {
  readonly title: string;
  readonly count: number | undefined;
  readonly children: ReactNode;
}

function CountCard({ title, count, children }: CountCardProps) {
  return (
    <Card className="flex min-h-[148px] flex-col justify-between gap-2 p-4 sm:min-h-42 sm:px-[22px] sm:py-5">
      <h2 className="font-sans text-xs font-medium tracking-normal text-ink-2">{title}</h2>
      <p className="font-display text-numeral lining-nums">{count ?? '–'}</p>
      <Button asChild variant="outline" className="self-start max-sm:px-2.5">
        {children}
      </Button>
    </Card>
  );
}

interface List<T> {
  readonly data: readonly T[] | undefined;
}

interface ListCardProps<T> {
  readonly title: string;
  readonly query: List<T> & Parameters<typeof LoadFailure>[0]['query'];
  readonly empty: string;
  /** The next step when there is nothing yet. */
  readonly next: readonly [path: string, name: string];
  readonly action?: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

function ListCard<T>({ title, query, empty, next, action, children }: ListCardProps<T>) {
  return (
    <Card aria-label={title}>
      <CardHead title={title}>{action}</CardHead>
      {query.data === undefined ? (
        <LoadFailure query={query} />
      ) : query.data.length === 0 ? (
        <EmptyState text={empty} next={next} />
      ) : (
        children(query.data)
      )}
    </Card>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 md:grid-cols-[2fr_1fr_1fr]">
        <Skeleton className="col-span-full h-46 md:col-span-1" />
        <Skeleton className="h-46" />
        <Skeleton className="h-46" />
      </div>
      <Skeleton className="h-80" />
      <Skeleton className="h-44" />
    </div>
  );
}
