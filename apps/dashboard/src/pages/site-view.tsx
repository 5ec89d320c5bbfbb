import { useQuery } from '@tanstack/react-query';
import { COLLECTIONS, recordOf } from '@vitrine/contract/collections';
import { SITE_SECTION_NAMES, SITE_SECTIONS } from '@vitrine/contract/options';
import { Navigate, useSearchParams } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { collectionQuery } from '../components/collection/collection-query.ts';
import { useCollections } from '../components/collection/use-collections.ts';
import { useFormKey } from '../components/form/unsaved-changes.ts';
import { StudioSkeleton } from '../components/page/studio-frame.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import type { PreviewPage } from '../components/site-preview/preview-stage.tsx';
import { useSession } from '../features/session/session.ts';
import { siteQuery } from '../features/site/site-queries.ts';
import { SiteFrame, SiteStudio } from '../features/site/site-studio.tsx';
import { paths } from '../paths.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { ErrorPage } from './error-page.tsx';

/** At most this many projects are offered for the preview. */
const MAX_PREVIEWS = 8;

/** Opened less often than the design. */
const PublishView = lazyPart(
  () => import('./publish-view.tsx').then((file) => file.PublishView),
  ErrorPage,
);

/** The public site: its design, and its copies on other hosts. */
export function SiteView() {
  const can = useCan();
  const [search] = useSearchParams();
  if (!can.site) return <Navigate to={paths.home} replace />;
  return can.copies && search.get('tab') === 'publish' ? <PublishView /> : <DesignView />;
}

function DesignView() {
  const { user } = useSession();
  const site = useQuery(siteQuery);
  const { data: projects = [] } = useQuery(collectionQuery('project'));
  const { data: entries = [] } = useQuery(collectionQuery('timeline'));
  const collections = useCollections();
  const formKey = useFormKey();
  if (!site.data)
    return (
      <SiteFrame
        settings={
          <div className="py-5">
            <QueryResult query={site} skeleton={<StudioSkeleton />}>
              {() => null}
            </QueryResult>
          </div>
        }
        stage={null}
      />
    );

  const published = projects.filter(({ state }) => state !== 'draft');
  const featured = published.filter((project) => project.featured).length;
  const pages: readonly PreviewPage[] = [
    { name: 'Home', path: '' },
    { name: 'Projects', path: 'projects' },
    ...published.slice(0, MAX_PREVIEWS).map(({ title, slug }) => ({
      name: `Project: ${title}`,
      path: `projects/${encodeURIComponent(slug)}`,
    })),
    { name: 'Resume', path: 'resume' },
    { name: 'Contact', path: 'contact' },
  ];
  return (
    <SiteStudio
      key={formKey}
      site={site.data}
      contents={{
        ...recordOf(SITE_SECTION_NAMES, (section) => {
          const shown = collections.find(({ name }) => name === SITE_SECTIONS[section].shows);
          if (!shown) return '';
          const { label, labels } = COLLECTIONS[shown.name];
          return countText(shown.items.length, label, labels);
        }),
        work:
          featured > 0
            ? `Projects · ${featured} of ${published.length} featured`
            : countText(published.length, 'project', 'projects'),
        path: `Timeline · ${countText(entries.length, 'entry', 'entries')}`,
        contact: 'Form and links',
      }}
      pages={pages}
      sample={published[0]?.title ?? 'Your first project'}
      footer={`© ${new Date().getFullYear()} ${user?.fullName ?? ''}`}
    />
  );
}

function countText(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
