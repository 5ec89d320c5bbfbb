import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { LoginForm } from '../features/session/login-form.tsx';
import { setupQuery } from '../features/session/setup-query.ts';
import { paths } from '../paths.ts';

export function LoginPage() {
  const { data: setup } = useQuery(setupQuery);
  return (
    <>
      {/* Keep the form while the setup page loads, so that the layout does not collapse. */}
      {setup?.needed && <Navigate to={paths.setup} replace />}
      <PageHeading title="Login">Enter your email below to login to your account</PageHeading>
      <LoginForm />
    </>
  );
}
