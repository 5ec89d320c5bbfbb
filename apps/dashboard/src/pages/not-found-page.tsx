import { PageHeading } from '../components/page/page-heading.tsx';
import { ReturnToDashboard } from '../components/page/return-to-dashboard.tsx';

export function NotFoundPage() {
  return (
    <main className="mx-auto max-w-md px-6 pt-[20vh]">
      <PageHeading title="Page not found">
        Check the address. The page may also have been deleted.
      </PageHeading>
      <ReturnToDashboard />
    </main>
  );
}
