import { useEffect, useState } from 'react';
import { SIGNED_IN } from '../../api/call-api.ts';
import { onClientError } from '../../api/error-toasts.ts';
import { queryClient } from '../../api/query-client.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { hasSessionEnded } from './session.ts';
import { LoginForm } from './sign-in/login-form.tsx';

/** Lets the owner sign in again when the session ends, without losing unsaved changes. */
export function SessionEndedDialog({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      onClientError(async () => {
        const ended = await hasSessionEnded();
        if (ended) setIsOpen(true);
        return ended;
      }),
    [],
  );

  function resume() {
    setIsOpen(false);
    dispatchEvent(new Event(SIGNED_IN));
    // Retry the queries that failed without a session.
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogContent
        title="Your session has ended"
        description="Sign in again to continue. Your changes are still here."
        onOpenAutoFocus={(event) => {
          // The email is already filled in.
          event.preventDefault();
          if (event.target instanceof Element)
            event.target.querySelector<HTMLElement>('[name=password]')?.focus();
        }}
      >
        <div className="mt-5">
          <LoginForm email={email} onDone={resume} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
