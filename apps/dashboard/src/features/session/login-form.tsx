import { routes } from '@vitrine/contract/routes';
import { Link } from 'react-router';
import { useCall } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { paths } from '../../paths.ts';
import { Input } from '../../ui/input.tsx';
import { signIn } from './session.ts';

interface LoginFormProps {
  /** Whoever was signed in a moment ago. */
  readonly email?: string;
  readonly onDone?: () => void;
}

export function LoginForm({ email, onDone }: LoginFormProps) {
  return (
    <Form
      call={useCall(routes.user.login, { quiet: true })}
      submit="Login"
      pending="Logging in"
      wide
      onDone={(answer) => {
        signIn(answer);
        onDone?.();
      }}
    >
      <Field name="email" label="Email">
        {(control) => (
          <Input
            {...control}
            type="email"
            required
            autoComplete="username"
            placeholder="m@example.com"
            defaultValue={email}
          />
        )}
      </Field>
      <Field
        name="password"
        label="Password"
        aside={
          <Link
            to={paths.forgotPassword}
            // Over another page, that page stays as it is.
            {...(email !== undefined && { target: '_blank' })}
            className="-my-1 py-1 text-sm text-ink-2 underline underline-offset-3 hover:text-ink"
          >
            Forgot your password?
          </Link>
        }
      >
        {(control) => <Input {...control} type="password" autoComplete="current-password" />}
      </Field>
    </Form>
  );
}
