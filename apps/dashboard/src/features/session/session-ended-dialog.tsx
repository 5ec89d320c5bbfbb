import { useEffect, useState } from 'react';
import { onClientError, queryClient } from '../../api/query-client.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { LoginForm } from './login-form.tsx';
import { hasSessionEnded } from './session.ts';

/** When the session ends while a page is open: log in right here, and nothing typed is lost. */
export function SessionEndedDialog({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      onClientError(() => {
        void hasSessionEnded().then((ended) => {
          if (ended) setIsOpen(true);
        });
      }),
    [],
  );

  function goOn() {
    setIsOpen(false);
    // What was refused meanwhile is asked for again.
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogContent
        title="Your session has ended"
        description="Log in again to go on. What you typed is still here."
        onOpenAutoFocus={(event) => {
          // The email is known: only the password is to be typed.
          event.preventDefault();
          if (event.target instanceof Element)
            event.target.querySelector<HTMLElement>('[name=password]')?.focus();
        }}
      >
        <div className="mt-5">
          <LoginForm email={email} onDone={goOn} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
