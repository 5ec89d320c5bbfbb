import { PageHeading } from '../components/page-heading.tsx';
import { Button } from '../ui/button.tsx';

/** In the place of a page that broke, or whose code did not arrive. */
export function ErrorPage() {
  return (
    <div className="mx-auto max-w-md px-6 pt-[20vh]">
      <PageHeading title="This page could not be shown" tab="Error">
        The connection may have gone, or Vitrine was updated while it was open. Loading the page
        again usually helps.
      </PageHeading>
      <Button onClick={() => location.reload()}>Load again</Button>
    </div>
  );
}

/** The same where there is no layout around it either. */
export function WholeErrorPage() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}
