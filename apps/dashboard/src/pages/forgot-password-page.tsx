import { Link } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { ForgotPasswordForm } from '../features/session/forgot-password-form.tsx';
import { paths } from '../paths.ts';

export function ForgotPasswordPage() {
  return (
    <>
      <PageHeading title="Forgot Password">
        Enter your email to request for reset password
      </PageHeading>
      <ForgotPasswordForm />
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
