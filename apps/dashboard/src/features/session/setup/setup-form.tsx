import { useQuery } from '@tanstack/react-query';
import type { SetupWay } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { queryClient, useApiMutation } from '../../../api/query-client.ts';
import { Field } from '../../../components/field/field.tsx';
import { FormError } from '../../../components/form/form-error.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { signIn } from '../session.ts';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { InsecureWarning } from '../sign-in/insecure-warning.tsx';
import { setupQuery } from './setup-query.ts';

type CreateOwner = typeof routes.setup.create;

/** Where the code is. */
const HINTS: Readonly<Record<Exclude<SetupWay, 'open'>, string>> = {
  code: 'Vitrine prints this code in the terminal when it starts.',
  claimed: 'Vitrine prints this code in its log when it starts.',
  late: 'Vitrine prints this code in its log when it starts. For 30 minutes after a restart, you don’t need it.',
};

export function SetupForm() {
  const { way = 'code', claimedBy } = useQuery(setupQuery).data ?? {};
  const [isForgotten, setIsForgotten] = useState(false);
  return (
    <AuthForm
      mutation={useApiMutation(routes.setup.create, { showsErrorInForm: true })}
      submit="Create account"
      pending="Creating account"
      extraFields={{ hasFirstRun: 'true' }}
      onFailure={async (error) => {
        // Shows the field of the code, if Vitrine no longer does without it.
        await queryClient.invalidateQueries({ queryKey: setupQuery.queryKey });
        setIsForgotten('code' in error.fields);
      }}
      onDone={(response) => {
        // First, because the setup page redirects to the login page when the setup is done.
        signIn(response);
        queryClient.setQueryData(setupQuery.queryKey, {
          success: true,
          needed: false,
          hasPasskeys: false,
          way: 'code',
        });
      }}
    >
      <InsecureWarning />
      {claimedBy && <Warning>Set up from {claimedBy}. Not you? Restart the container.</Warning>}
      {way === 'open' && isForgotten && (
        <FormError>Vitrine no longer knows this browser, as after a restart. Try again.</FormError>
      )}
      {way !== 'open' && (
        <Field<CreateOwner> name="code" label="Setup code" hint={HINTS[way]}>
          {(control) => <Input {...control} autoComplete="one-time-code" spellCheck={false} />}
        </Field>
      )}
      <Field<CreateOwner>
        name="email"
        label="Email"
        hint="To sign in and to recover your password. Visitors don’t see it."
      >
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
