import { routes } from '@vitrine/contract/routes';
import { queryClient, useCall } from '../../api/query-client.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Input } from '../../ui/input.tsx';
import { signIn } from './session.ts';
import { setupQuery } from './setup-needed.ts';

export function SetupForm() {
  return (
    <Form
      call={useCall(routes.setup.create)}
      submit="Make me the owner"
      pending="Setting up"
      wide
      onDone={(answer) => {
        queryClient.setQueryData(setupQuery.queryKey, { success: true, needed: false });
        signIn(answer);
      }}
    >
      <Field
        name="code"
        label="Set-up code"
        hint="Vitrine printed it in the terminal where it was started."
      >
        {(control) => <Input {...control} autoComplete="one-time-code" spellCheck={false} />}
      </Field>
      <Field name="fullName" label="Full Name">
        {(control) => <Input {...control} autoComplete="name" />}
      </Field>
      <Field name="email" label="Email">
        {(control) => (
          <Input {...control} type="email" autoComplete="username" placeholder="m@example.com" />
        )}
      </Field>
      <Field name="password" label="Password" hint="At least 8 characters.">
        {(control) => <Input {...control} type="password" autoComplete="new-password" />}
      </Field>
    </Form>
  );
}
