import type { Route } from '@vitrine/contract/routes';
import { type ReactNode, useState } from 'react';
import { Form, type FormPropsOf } from '../../components/form.tsx';
import { FormError } from '../../components/form-error.tsx';

/**
 * A form of somebody who is not signed in. A failure is shown in it, above the button, where the
 * eye is; one that names fields is shown beside those. Its call says `isFailureInForm`.
 */
export function AuthForm<R extends Route>(props: FormPropsOf<R>): ReactNode;
export function AuthForm({ children, onFailure, ...rest }: FormPropsOf<Route>) {
  const [failure, setFailure] = useState({ message: '', count: 0 });
  return (
    <Form
      {...rest}
      wide
      onFailure={(error, resend) => {
        const message = Object.keys(error.fields).length === 0 ? error.message : '';
        setFailure(({ count }) => ({ message, count: count + 1 }));
        onFailure?.(error, resend);
      }}
    >
      {children}
      {/* Stays while the next attempt is on its way, so that nothing moves; announced each time. */}
      {failure.message && <FormError key={failure.count}>{failure.message}</FormError>}
    </Form>
  );
}
