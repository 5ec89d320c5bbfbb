import { ArrowLeft } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { PostWizard } from '../features/import/post-wizard.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Brings in posts from Markdown files. */
export function ImportPostsPage() {
  const can = useCan();
  if (!can.import || !can.post) return <Navigate to={paths.home} replace />;
  return (
    <div className="mx-auto max-w-[960px]">
      <PageHeading
        title="Import posts"
        action={
          <Button asChild variant="outline">
            <Link to={paths.manage('post')}>
              <ArrowLeft aria-hidden="true" />
              Writing
            </Link>
          </Button>
        }
      >
        From Hugo, Astro, Jekyll, or your own download. Nothing is added before you confirm.
      </PageHeading>
      <PostWizard cancelTo={paths.manage('post')} />
    </div>
  );
}
