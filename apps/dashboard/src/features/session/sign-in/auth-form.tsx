import type { Route } from '@vitrine/contract/routes';
import { type ReactNode, useState } from 'react';
import { Form } from '../../../components/form/form.tsx';
import { FormError } from '../../../components/form/form-error.tsx';
import type { FormPropsOf } from '../../../components/form/form-props.ts';

interface AuthFormProps {
  /** Shown until the form is sent, such as why the step after it ended. */
  readonly initialError?: string;
}

/**
 * A form for signed-out pages. It shows an error above the button, unless the error names fields.
 * Its mutation sets `showsErrorInForm`, or `errorText` for none.
 */
export function AuthForm<R extends Route>(props: FormPropsOf<R> & AuthFormProps): ReactNode;
export function AuthForm(props: FormPropsOf<Route> & AuthFormProps) {
  const { children, onFailure, initialError = '', ...rest } = props;
  const [failure, setFailure] = useState({ message: initialError, count: 0 });
  return (
    <Form
      {...rest}
      layout="wide"
      // Signing in is no text to keep: the owner tries again.
      resends={false}
      onFailure={(error) => {
        const message = Object.keys(error.fields).length === 0 ? error.message : '';
        setFailure(({ count }) => ({ message, count: count + 1 }));
        onFailure?.(error);
      }}
    >
      {children}
      {/* Stays during the next attempt, so that nothing moves. The key announces each error again. */}
      {failure.message && <FormError key={failure.count}>{failure.message}</FormError>}
    </Form>
  );
}
