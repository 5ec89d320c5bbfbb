import { type CollectionName, namesOf } from '@vitrine/contract/collections';
import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { COLLECTION_VIEWS } from '../collection-views.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { type AddView, addView, optionOrFirst, VIEWS, type View } from '../paths.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { FORM_LOADERS } from './collection-parts.ts';
import { DashboardView } from './dashboard/dashboard-view.tsx';
import { ErrorPage } from './error-page.tsx';
import { MessagesView } from './messages-view.tsx';

export function HomePage() {
  const [search] = useSearchParams();
  const view = optionOrFirst(VIEWS, search.get('view'));
  const View = VIEW_COMPONENTS[view] ?? DashboardView;
  return (
    <Suspense fallback={<CardSkeleton hasHead rows={8} />}>
      <View key={view} />
    </Suspense>
  );
}

// Not part of the first chunk, because they are opened rarely or are large.
const OTHER_VIEWS: Readonly<Record<Exclude<View, AddView>, ComponentType>> = {
  dashboard: DashboardView,
  account: lazyPart(() => import('./account-view.tsx').then((file) => file.AccountView), ErrorPage),
  messages: MessagesView,
  views: lazyPart(() => import('./views-view.tsx').then((file) => file.ViewsView), ErrorPage),
  visitors: lazyPart(
    () => import('./visitors-view.tsx').then((file) => file.VisitorsView),
    ErrorPage,
  ),
  site: lazyPart(() => import('./site-view.tsx').then((file) => file.SiteView), ErrorPage),
  resume: lazyPart(() => import('./resume-view.tsx').then((file) => file.ResumeView), ErrorPage),
  trash: lazyPart(() => import('./trash-view.tsx').then((file) => file.TrashView), ErrorPage),
};

const VIEW_COMPONENTS: Readonly<Partial<Record<View, ComponentType>>> = {
  ...OTHER_VIEWS,
  ...Object.fromEntries(
    namesOf(COLLECTION_VIEWS).map((name) => [
      addView(name),
      lazyPart(() => loadAddView(name), ErrorPage),
    ]),
  ),
};

async function loadAddView(name: CollectionName): Promise<ComponentType> {
  if (name === 'project') return (await import('./add-project-view.tsx')).AddProjectView;
  if (name === 'post') return (await import('./add-post-view.tsx')).AddPostView;
  const { addTitle, addNote } = COLLECTION_VIEWS[name];
  const Form = await FORM_LOADERS[name]();
  return function AddView() {
    return (
      <div className="mx-auto max-w-[724px]">
        <PageHeading title={addTitle}>{addNote}</PageHeading>
        <Form />
      </div>
    );
  };
}
