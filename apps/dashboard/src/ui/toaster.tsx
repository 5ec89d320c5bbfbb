import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useToastBottom } from './use-toast-bottom.ts';

const BUTTON =
  'ml-auto h-7 shrink-0 rounded-md border border-line-2 px-2.5 text-sm font-medium hover:border-edge hover:bg-sunk max-sm:h-9';

/** Bottom right and dark in both themes. Moves up where it would cover a control. */
export function Toaster() {
  const bottom = useToastBottom();
  useEffect(pauseWhileFocused, []);
  return (
    <Sonner
      theme="dark"
      position="bottom-right"
      offset={{ bottom }}
      mobileOffset={{ bottom }}
      duration={5000}
      closeButton
      toastOptions={{
        unstyled: true,
        classNames: {
          // Clickable while a dialog blocks the rest of the page.
          toast:
            'pointer-events-auto flex w-full items-center font-sans gap-2.5 rounded-lg border border-line-2 bg-paper px-4 py-2.5 text-base font-medium text-ink scheme-dark [&:has([data-button])_[data-close-button]]:ml-0',
          content: 'min-w-0 py-0.5 wrap-anywhere',
          icon: 'shrink-0 [&_svg]:size-5',
          success: '[&_[data-icon]]:text-accent',
          error: '[&_[data-icon]]:text-danger',
          actionButton: `${BUTTON} [&_span]:flex [&_span]:items-center [&_span]:gap-1.5 [&_svg]:size-4`,
          cancelButton: BUTTON,
          closeButton:
            'order-last ml-auto grid size-6 shrink-0 place-items-center rounded-sm bg-transparent! text-ink-2! hover:text-ink! [&_svg]:size-4',
        },
      }}
    />
  );
}

/** Presses the button of the newest toast that has one, which is Undo. Returns whether there is one. */
export function pressToastAction(): boolean {
  for (const shown of toast.getToasts()) {
    const press = 'action' in shown && onClickOf(shown.action);
    if (!press) continue;
    toast.dismiss(shown.id);
    press();
    return true;
  }
  return false;
}

function onClickOf(action: unknown): (() => void) | undefined {
  const { onClick }: { readonly onClick?: () => void } = Object(action);
  return onClick;
}

/** Sonner stops the timers of its toasts while the pointer is over them, but not while they have the focus. */
function pauseWhileFocused(): () => void {
  const simulate = (type: string) => (event: FocusEvent) => {
    const list = event.target instanceof Element && event.target.closest('[data-sonner-toaster]');
    const { relatedTarget } = event;
    const isInside = relatedTarget instanceof Node && list && list.contains(relatedTarget);
    if (list && !isInside)
      list.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }));
  };
  const pause = simulate('mousemove');
  const resume = simulate('mouseout');
  document.addEventListener('focusin', pause);
  document.addEventListener('focusout', resume);
  return () => {
    document.removeEventListener('focusin', pause);
    document.removeEventListener('focusout', resume);
  };
}
