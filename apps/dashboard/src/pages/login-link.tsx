import { Link } from 'react-router';
import { paths } from '../paths.ts';

export function LoginLink() {
  return (
    <p className="mt-5 text-center text-sm">
      <Link
        to={paths.login}
        className="inline-block py-1 text-ink-2 underline underline-offset-3 hover:text-ink"
      >
        Remember your password?
      </Link>
    </p>
  );
}
