import { useLocation } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ForgotPasswordForm } from '../features/session/password-reset/forgot-password-form.tsx';
import { LoginLink } from './login-link.tsx';

export function ForgotPasswordPage() {
  const { state, hash } = useLocation();
  return (
    <>
      <PageHeading title="Forgot Password">
        Enter your email to request for reset password
      </PageHeading>
      <ForgotPasswordForm email={emailIn(state, hash)} />
      <LoginLink />
    </>
  );
}

/** The email from the login form: in the history state, or in the hash of a new tab. */
function emailIn(state: unknown, hash: string): string {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state;
  if (hasEmail && typeof state.email === 'string') return state.email;
  return new URLSearchParams(hash.slice(1)).get('email') ?? '';
}
