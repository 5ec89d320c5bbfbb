import { type ComponentProps, useState } from 'react';
import { Form } from '../../components/form.tsx';
import { FormError } from '../../components/form-error.tsx';

type FormProps<A> = ComponentProps<typeof Form<A>>;

/**
 * A form of somebody who is not signed in. A failure is shown in it, above the button, where the
 * eye is; one that names fields is shown beside those. Its call says `isFailureInForm`.
 */
export function AuthForm<A>({ children, onFailure, ...rest }: Omit<FormProps<A>, 'wide'>) {
  const [failure, setFailure] = useState({ message: '', count: 0 });
  return (
    <Form
      {...rest}
      wide
      onFailure={(error, again) => {
        const message = Object.keys(error.fields).length === 0 ? error.message : '';
        setFailure(({ count }) => ({ message, count: count + 1 }));
        onFailure?.(error, again);
      }}
    >
      {children}
      {/* Stays while the next attempt is on its way, so that nothing moves; announced each time. */}
      {failure.message && <FormError key={failure.count}>{failure.message}</FormError>}
    </Form>
  );
}
