import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { setupQuery } from '../features/session/setup/setup-query.ts';
import { LoginForm, type LoginStep } from '../features/session/sign-in/login-form.tsx';
import { paths } from '../paths.ts';

const INSTRUCTIONS: Readonly<Record<LoginStep, string>> = {
  password: 'Enter your email below to login to your account',
  code: 'Enter the 6 digits that your authenticator app shows',
  'recovery-code': 'Enter one of the recovery codes that you saved',
};

export function LoginPage() {
  const { data: setup } = useQuery(setupQuery);
  const [step, setStep] = useState<LoginStep>('password');
  return (
    <>
      {/* Keep the form while the setup page loads, so that the layout does not collapse. */}
      {setup?.needed && <Navigate to={paths.setup} replace />}
      <PageHeading title="Login">{INSTRUCTIONS[step]}</PageHeading>
      <LoginForm onStep={setStep} />
    </>
  );
}
