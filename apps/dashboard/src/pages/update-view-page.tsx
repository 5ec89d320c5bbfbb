import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';
import { collectionQuery } from '../components/collection/collection-query.ts';
import { useFormKey } from '../components/form/unsaved-changes.ts';
import { StudioSkeleton } from '../components/page/studio-frame.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import type { PreviewPage } from '../components/site-preview/preview-stage.tsx';
import { choicesQuery, viewQuery } from '../components/view/view-queries.ts';
import { ViewFrame, ViewStudio } from '../features/view/editor/view-studio.tsx';
import { paths } from '../paths.ts';

/** In the path instead of an ID. */
const NEW = 'new';

/** The studio of a view, or of a new one. */
export function UpdateViewPage() {
  const can = useCan();
  const { id = NEW } = useParams();
  const navigate = useNavigate();
  const formKey = useFormKey();
  // A view that was added here stays on the screen, at its own address.
  const [added, setAdded] = useState<string>();
  const choices = useQuery({ ...choicesQuery, enabled: can.views });
  const view = useQuery({ ...viewQuery(id), enabled: can.views && id !== NEW });
  const pages = usePages();
  if (!can.views) return <Navigate to={paths.home} replace />;
  const isLoaded = choices.data && (id === NEW || view.data);
  const failed: Parameters<typeof QueryResult<unknown>>[0]['query'] = choices.data ? view : choices;
  if (!isLoaded)
    return (
      <ViewFrame
        title={id === NEW ? 'New view' : 'View'}
        settings={
          <div className="py-5">
            <QueryResult query={failed} skeleton={<StudioSkeleton />}>
              {() => null}
            </QueryResult>
          </div>
        }
        stage={null}
      />
    );
  return (
    <ViewStudio
      key={`${id === added ? NEW : id} ${formKey}`}
      view={view.data}
      choices={choices.data}
      pages={pages}
      onAdded={(next) => {
        queryClient.setQueryData(viewQuery(next._id).queryKey, next);
        setAdded(next._id);
        void navigate(paths.updateView(next._id), { replace: true });
      }}
    />
  );
}

/** The pages of projects and posts, for the preview. */
function usePages(): ReadonlyMap<string, PreviewPage> {
  const { data: projects = [] } = useQuery(collectionQuery('project'));
  const { data: posts = [] } = useQuery(collectionQuery('post'));
  const pageOf = (kind: string, folder: string) => (item: PagedItem) =>
    [
      item._id,
      { name: `${kind}: ${item.title}`, path: `${folder}/${encodeURIComponent(item.slug)}` },
    ] as const;
  return new Map([
    ...projects.map(pageOf('Project', 'projects')),
    ...posts.map(pageOf('Post', 'writing')),
  ]);
}

interface PagedItem {
  readonly _id: string;
  readonly title: string;
  readonly slug: string;
}
