import { routes } from '@vitrine/contract/routes';
import { useId, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type UpdatePassword = typeof routes.user.updatePassword;

interface Access {
  readonly id: string;
  readonly name: string;
}

interface PasswordFormProps {
  /** Lets password managers recognize the account. */
  readonly email: string;
  /** Passkeys and API tokens, which a new password does not end. */
  readonly access: readonly Access[];
}

export function PasswordForm({ email, access }: PasswordFormProps) {
  const [isRevoking, setIsRevoking] = useState(true);
  const mutation = useApiMutation(routes.user.updatePassword, {
    reloads: ['tokens', 'passkeys', 'audit'],
  });
  return (
    <Form
      mutation={mutation}
      // Not a field of the form, which would count as changed when the list is loaded.
      extraFields={access.length > 0 ? { revokeAccess: String(isRevoking) } : {}}
      submit="Update Password"
      pending="Updating"
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field<UpdatePassword> name="currentPassword" label="Current Password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      <Field<UpdatePassword> name="newPassword" label="New Password" hint="At least 8 characters.">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      <Field<UpdatePassword> name="confirmNewPassword" label="Confirm New Password">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      {access.length > 0 && (
        <RevokeField access={access} isRevoking={isRevoking} onChange={setIsRevoking} />
      )}
    </Form>
  );
}

interface RevokeFieldProps {
  readonly access: readonly Access[];
  readonly isRevoking: boolean;
  readonly onChange: (isRevoking: boolean) => void;
}

function RevokeField({ access, isRevoking, onChange }: RevokeFieldProps) {
  const fieldId = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-md border border-line-2 px-3 py-3">
      <Checkbox
        id={fieldId}
        aria-describedby={`${fieldId}-access`}
        className="mt-0.5"
        checked={isRevoking}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={fieldId} className="text-sm font-medium">
          Also revoke these
        </label>
        <ul id={`${fieldId}-access`} className="mt-1 grid gap-0.5 text-sm text-ink-2 wrap-anywhere">
          {access.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
