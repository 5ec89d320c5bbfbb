import { PageHeading } from '../components/page/page-heading.tsx';
import { Button } from '../ui/button.tsx';

/** Shown when a page throws, or when its chunk does not load. */
export function ErrorPage() {
  return (
    <div className="mx-auto max-w-md px-6 pt-[20vh]">
      <PageHeading title="This page couldn't be loaded" tab="Error">
        You may be offline, or Vitrine was updated while this page was open. Reload the page to try
        again.
      </PageHeading>
      <Button onClick={() => location.reload()}>Reload page</Button>
    </div>
  );
}

/** The error page without the surrounding layout. */
export function StandaloneErrorPage() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}
