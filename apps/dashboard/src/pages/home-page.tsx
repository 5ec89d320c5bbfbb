import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
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

// Not part of the first chunk, because they are opened rarely or are large.
const AccountView = lazyView(() => import('./account-view.tsx').then((file) => file.AccountView));
const AddProjectView = lazyView(() =>
  import('./add-project-view.tsx').then((file) => file.AddProjectView),
);
const ResumeView = lazyView(() => import('./resume-view.tsx').then((file) => file.ResumeView));
const SiteView = lazyView(() => import('./site-view.tsx').then((file) => file.SiteView));
const TrashView = lazyView(() => import('./trash-view.tsx').then((file) => file.TrashView));
const SkillForm = lazyView(() =>
  import('../features/skill/skill-form.tsx').then((file) => file.SkillForm),
);
const SoftwareApplicationForm = lazyView(() =>
  import('../features/software-application/software-application-form.tsx').then(
    (file) => file.SoftwareApplicationForm,
  ),
);

/** Shows the error page if the chunk does not load. */
function lazyView<Props>(load: () => Promise<ComponentType<Props>>) {
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
  site: SiteView,
  resume: ResumeView,
  trash: TrashView,
};

function AddSkillView() {
  return (
    <NarrowPage title="Add a new skill">
      <SkillForm />
    </NarrowPage>
  );
}

function AddApplicationView() {
  return (
    <NarrowPage title="Add a software application" note="A tool you work with.">
      <SoftwareApplicationForm />
    </NarrowPage>
  );
}

function AddTimelineView() {
  return (
    <NarrowPage title="Add a new timeline" note="A step in your career.">
      <TimelineForm />
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
