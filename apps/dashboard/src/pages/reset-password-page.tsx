import { useNavigate, useParams } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { ResetPasswordForm } from '../features/session/reset-password-form.tsx';
import { paths } from '../paths.ts';

export function ResetPasswordPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title="Reset Password">Set a new password</PageHeading>
      <ResetPasswordForm token={token} onDone={() => void navigate(paths.login)} />
    </>
  );
}
