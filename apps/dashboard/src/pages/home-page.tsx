import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { AddProjectForm } from '../features/project/add-project-form.tsx';
import { useSession } from '../features/session/session.ts';
import { SkillForm } from '../features/skill/skill-form.tsx';
import { SoftwareApplicationForm } from '../features/software-application/software-application-form.tsx';
import { TimelineForm } from '../features/timeline/timeline-form.tsx';
import { optionOrFirst, VIEWS, type View } from '../paths.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { DashboardView } from './dashboard-view.tsx';
import { ErrorPage } from './error-page.tsx';
import { MessagesView } from './messages-view.tsx';

export function HomePage() {
  const [search] = useSearchParams();
  const view = optionOrFirst(VIEWS, search.get('view'));
  const View = VIEW_COMPONENTS[view];
  return (
    <Suspense fallback={<CardSkeleton hasHead rows={8} />}>
      <View key={view} />
    </Suspense>
  );
}

// Not part of the first chunk, because they are opened rarely.
const AccountView = lazyView(() => import('./account-view.tsx').then((file) => file.AccountView));
const TrashView = lazyView(() => import('./trash-view.tsx').then((file) => file.TrashView));

/** Shows the error page if the chunk does not load. */
function lazyView(load: () => Promise<ComponentType>) {
  return lazy(() =>
    load().then(
      (view) => ({ default: view }),
      () => ({ default: ErrorPage }),
    ),
  );
}

const VIEW_COMPONENTS: Readonly<Record<View, ComponentType>> = {
  dashboard: DashboardView,
  account: AccountView,
  'add-project': AddProjectView,
  'add-skill': AddSkillView,
  'add-application': AddApplicationView,
  'add-timeline': AddTimelineView,
  messages: MessagesView,
  trash: TrashView,
};

function AddProjectView() {
  const { isOwnService } = useSession();
  return (
    <NarrowPage
      title="Add a new project"
      note="It appears on your portfolio as soon as you save it."
    >
      <AddProjectForm isOwnService={isOwnService} />
    </NarrowPage>
  );
}

function AddSkillView() {
  const { isOwnService } = useSession();
  return (
    <NarrowPage title="Add a new skill">
      <SkillForm isOwnService={isOwnService} />
    </NarrowPage>
  );
}

function AddApplicationView() {
  const { isOwnService } = useSession();
  return (
    <NarrowPage title="Add a software application" note="A tool you work with.">
      <SoftwareApplicationForm isOwnService={isOwnService} />
    </NarrowPage>
  );
}

function AddTimelineView() {
  const { isOwnService } = useSession();
  return (
    <NarrowPage title="Add a new timeline" note="A step in your career.">
      <TimelineForm hasDetails={isOwnService} />
    </NarrowPage>
  );
}

interface NarrowPageProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function NarrowPage({ title, note, children }: NarrowPageProps) {
  return (
    <div className="mx-auto max-w-[724px]">
      <PageHeading title={title}>{note}</PageHeading>
      {children}
    </div>
  );
}
