import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { useHeading } from '../components/page/page-heading.tsx';
import { LoadFailure } from '../components/query/load-failure.tsx';
import { LivePage } from '../components/site-preview/live-page.tsx';
import { previewQuery } from '../components/site-preview/preview-query.ts';
import { useReceivedPage } from '../features/project/preview/preview-channel.ts';
import { useSession } from '../features/session/session.ts';
import { paths } from '../paths.ts';

/** The preview of a project in a tab of its own. It follows the form in the other tab. */
export function ProjectPreviewPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const html = useReceivedPage(search.get('form') ?? '');
  const heading = useHeading('Preview');
  const preview = useQuery({ ...previewQuery, enabled: session.isAuthenticated });
  if (!session.loading && !session.user) return <Navigate to={paths.login} replace />;
  return (
    <main className="fixed inset-0">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        Preview
      </h1>
      {preview.error ? <LoadFailure query={preview} /> : null}
      {html === undefined && !preview.error && (
        <p className="delayed grid h-full content-center px-6 text-center text-ink-2">
          This tab follows the form of a project. Open the preview from the form.
        </p>
      )}
      {html !== undefined && preview.data && (
        <LivePage url={preview.data.url} html={html} className="size-full" />
      )}
    </main>
  );
}
