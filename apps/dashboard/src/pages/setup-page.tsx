import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { SetupForm } from '../features/session/setup-form.tsx';
import { setupQuery } from '../features/session/setup-query.ts';
import { paths } from '../paths.ts';

export function SetupPage() {
  const { data: setup } = useQuery(setupQuery);
  if (setup?.needed === false) return <Navigate to={paths.login} replace />;
  return (
    <>
      <PageHeading title="Welcome to Vitrine" tab="Set up">
        Create your account. It takes about a minute.
      </PageHeading>
      <SetupForm />
    </>
  );
}
