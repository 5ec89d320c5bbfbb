import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ImportWizard } from '../features/import/import-wizard.tsx';
import { PostWizard } from '../features/import/post-wizard.tsx';
import { PublicationWizard } from '../features/import/publication-wizard.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

export const ImportPage = importPage({
  needs: 'import',
  title: 'Import',
  note: 'Choose what to import. Nothing changes until you confirm. Projects arrive as drafts.',
  back: [paths.view('resume'), 'Back to Resume'],
  Wizard: ImportWizard,
});

export const ImportPostsPage = importPage({
  needs: 'post',
  title: 'Import posts',
  note: 'From Hugo, Astro, Jekyll, or your own download. Nothing is added before you confirm.',
  back: [paths.manage('post'), 'Writing'],
  Wizard: PostWizard,
});

export const ImportPublicationsPage = importPage({
  needs: 'publication',
  title: 'Import publications',
  note: 'Nothing is added before you confirm. You can undo the whole import in one step.',
  back: [paths.manage('publication'), 'Publications'],
  Wizard: PublicationWizard,
});

interface ImportPageOptions {
  /** What the host must offer, besides imports. */
  readonly needs: 'import' | 'post' | 'publication';
  readonly title: string;
  readonly note: string;
  /** Where the link above the wizard leads, and Cancel. */
  readonly back: readonly [to: string, name: string];
  readonly Wizard: ComponentType<{ readonly cancelTo: string }>;
}

function importPage({ needs, title, note, back: [to, name], Wizard }: ImportPageOptions) {
  return function Page() {
    const can = useCan();
    if (!can.import || !can[needs]) return <Navigate to={paths.home} replace />;
    const back = (
      <Button asChild variant="outline">
        <Link to={to}>
          <ArrowLeft aria-hidden="true" />
          {name}
        </Link>
      </Button>
    );
    return (
      <div className="mx-auto max-w-[960px]">
        <PageHeading title={title} action={back}>
          {note}
        </PageHeading>
        <Wizard cancelTo={to} />
      </div>
    );
  };
}
