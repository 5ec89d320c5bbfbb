import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { Navigate, useNavigate } from 'react-router';
import { callApi } from '../api/call-api.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { SetupForm } from '../features/session/setup/setup-form.tsx';
import { setupQuery } from '../features/session/setup/setup-query.ts';
import { paths } from '../paths.ts';

export function SetupPage() {
  const { data: setup } = useQuery(setupQuery);
  const navigate = useNavigate();

  /** The next step, if there is a public site. Otherwise the dashboard opens. */
  async function chooseNext() {
    const hasSite = await callApi(routes.site.get, {}).then(
      ({ site }) => site.url !== '',
      () => false,
    );
    // The layout reads the state as soon as there is a session.
    const options = { replace: true, flushSync: true, state: { from: paths.chooseTheme } };
    if (hasSite) await navigate(paths.setup, options);
  }

  if (setup?.needed === false) return <Navigate to={paths.login} replace />;
  return (
    <>
      <PageHeading title="Welcome to Vitrine" tab="Set up">
        Create your account. It takes about a minute.
      </PageHeading>
      <SetupForm onCreated={chooseNext} />
    </>
  );
}
