import { Link, useLocation } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ForgotPasswordForm } from '../features/session/password-reset/forgot-password-form.tsx';
import { paths } from '../paths.ts';

export function ForgotPasswordPage() {
  const { state, hash } = useLocation();
  return (
    <>
      <PageHeading title="Forgot Password">
        Enter your email to request for reset password
      </PageHeading>
      <ForgotPasswordForm email={emailIn(state, hash)} />
      <p className="mt-5 text-center text-sm">
        <Link
          to={paths.login}
          className="inline-block py-1 text-ink-2 underline underline-offset-3 hover:text-ink"
        >
          Remember your password?
        </Link>
      </p>
    </>
  );
}

/** The email from the login form: in the history state, or in the hash of a new tab. */
function emailIn(state: unknown, hash: string): string {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state;
  if (hasEmail && typeof state.email === 'string') return state.email;
  return new URLSearchParams(hash.slice(1)).get('email') ?? '';
}
