import { Link, useLoaderData, useNavigate, useParams } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { ResetPasswordForm } from '../features/session/password-reset/reset-password-form.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LoginLink } from './login-link.tsx';

export function ResetPasswordPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const isExpired = useLoaderData<boolean>();
  if (isExpired) return <ExpiredLink />;
  return (
    <>
      <PageHeading title="Reset Password">Set a new password</PageHeading>
      <ResetPasswordForm token={token} onDone={() => void navigate(paths.login)} />
    </>
  );
}

function ExpiredLink() {
  return (
    <>
      <PageHeading title="This link no longer works" tab="Reset Password">
        Reset links work once and expire after 10 minutes. A new link replaces the old one.
      </PageHeading>
      <Button asChild size="lg" className="w-full">
        <Link to={paths.forgotPassword}>Request a new link</Link>
      </Button>
      <LoginLink />
    </>
  );
}
