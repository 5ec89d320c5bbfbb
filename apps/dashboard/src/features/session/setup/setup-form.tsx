import { routes } from '@vitrine/contract/routes';
import { queryClient, useApiMutation } from '../../../api/query-client.ts';
import { Field } from '../../../components/field/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { signIn } from '../session.ts';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { setupQuery } from './setup-query.ts';

type CreateOwner = typeof routes.setup.create;

interface SetupFormProps {
  /** Called when the owner has a session, before the page changes. */
  readonly onCreated: () => Promise<void>;
}

export function SetupForm({ onCreated }: SetupFormProps) {
  return (
    <AuthForm
      mutation={useApiMutation(routes.setup.create, { showsErrorInForm: true })}
      submit="Create account"
      pending="Creating account"
      onDone={async (response) => {
        await onCreated();
        // First, because the setup page redirects to the login page when the setup is done.
        signIn(response);
        queryClient.setQueryData(setupQuery.queryKey, {
          success: true,
          needed: false,
          hasPasskeys: false,
        });
      }}
    >
      <Field<CreateOwner>
        name="code"
        label="Setup code"
        hint="Vitrine prints this code in the terminal when it starts."
      >
        {(control) => <Input {...control} autoComplete="one-time-code" spellCheck={false} />}
      </Field>
      <Field<CreateOwner> name="fullName" label="Full Name">
        {(control) => <Input {...control} autoComplete="name" />}
      </Field>
      <Field<CreateOwner> name="email" label="Email">
        {(control) => (
          <Input {...control} type="email" autoComplete="username" placeholder="m@example.com" />
        )}
      </Field>
      <Field<CreateOwner> name="password" label="Password" hint="At least 8 characters.">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
    </AuthForm>
  );
}
