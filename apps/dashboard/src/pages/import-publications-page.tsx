import { ArrowLeft } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { PublicationWizard } from '../features/import/publication-wizard.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Brings in publications from BibTeX, RIS, DOIs or ORCID. */
export function ImportPublicationsPage() {
  const can = useCan();
  if (!can.import || !can.publication) return <Navigate to={paths.home} replace />;
  return (
    <div className="mx-auto max-w-[960px]">
      <PageHeading
        title="Import publications"
        action={
          <Button asChild variant="outline">
            <Link to={paths.manage('publication')}>
              <ArrowLeft aria-hidden="true" />
              Publications
            </Link>
          </Button>
        }
      >
        Nothing is added before you confirm. You can undo the whole import in one step.
      </PageHeading>
      <PublicationWizard cancelTo={paths.manage('publication')} />
    </div>
  );
}
