import { ArrowLeft } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ImportWizard } from '../features/import/import-wizard.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Brings in content from LinkedIn, a JSON Resume or GitHub. */
export function ImportPage() {
  const can = useCan();
  if (!can.import) return <Navigate to={paths.home} replace />;
  return (
    <div className="mx-auto max-w-[960px]">
      <PageHeading
        title="Import"
        action={
          <Button asChild variant="outline">
            <Link to={paths.view('resume')}>
              <ArrowLeft aria-hidden="true" />
              Back to Resume
            </Link>
          </Button>
        }
      >
        Choose what to import. Nothing changes until you confirm. Projects arrive as drafts.
      </PageHeading>
      <ImportWizard cancelTo={paths.view('resume')} />
    </div>
  );
}
