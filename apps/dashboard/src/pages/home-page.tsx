import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { AddProjectForm } from '../features/project/add-project-form.tsx';
import { useSession } from '../features/session/session.ts';
import { SkillForm } from '../features/skill/skill-form.tsx';
import { SoftwareApplicationForm } from '../features/software-application/software-application-form.tsx';
import { TimelineForm } from '../features/timeline/timeline-form.tsx';
import { chosen, VIEWS, type View } from '../paths.ts';
import { AccountView } from './account-view.tsx';
import { DashboardView } from './dashboard-view.tsx';
import { MessagesView } from './messages-view.tsx';

export function HomePage() {
  const [search] = useSearchParams();
  const view = chosen(VIEWS, search.get('view'));
  const Shown = SHOWN[view];
  return <Shown key={view} />;
}

const SHOWN: Readonly<Record<View, () => ReactNode>> = {
  dashboard: DashboardView,
  account: AccountView,
  'add-project': AddProjectView,
  'add-skill': () => (
    <Narrow title="Add a new skill">
      <SkillForm />
    </Narrow>
  ),
  'add-application': () => (
    <Narrow title="Add a software application" note="A tool that you work with.">
      <SoftwareApplicationForm />
    </Narrow>
  ),
  'add-timeline': () => (
    <Narrow title="Add a new timeline" note="A step of your career.">
      <TimelineForm />
    </Narrow>
  ),
  messages: MessagesView,
};

function AddProjectView() {
  const { user } = useSession();
  return (
    <Narrow title="Add a new project" note="It shows on your portfolio as soon as you save.">
      <AddProjectForm hasFocalPoint={user?.showEmail !== undefined} />
    </Narrow>
  );
}

interface NarrowProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

/** A column that is read or filled in from top to bottom. */
function Narrow({ title, note, children }: NarrowProps) {
  return (
    <div className="mx-auto max-w-[724px]">
      <PageHeading title={title}>{note}</PageHeading>
      {children}
    </div>
  );
}
