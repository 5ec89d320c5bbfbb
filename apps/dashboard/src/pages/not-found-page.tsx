import { PageHeading } from '../components/page-heading.tsx';
import { ReturnToDashboard } from '../components/return-to-dashboard.tsx';

export function NotFoundPage() {
  return (
    <main className="mx-auto max-w-md px-6 pt-[20vh]">
      <PageHeading title="There is nothing here" tab="Not found">
        The address may be mistyped, or what was here has been deleted.
      </PageHeading>
      <ReturnToDashboard />
    </main>
  );
}
