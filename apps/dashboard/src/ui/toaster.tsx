import { Toaster as Sonner } from 'sonner';
import { useToastBottom } from './use-toast-bottom.ts';

/** Bottom right and dark in both themes. Moves up where it would cover a control. */
export function Toaster() {
  const bottom = useToastBottom();
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
          toast:
            'flex w-full items-center font-sans gap-2.5 rounded-lg border border-line-2 bg-paper px-4 py-3 text-base font-medium text-ink scheme-dark',
          content: 'min-w-0 wrap-anywhere',
          icon: 'shrink-0',
          success: '[&_[data-icon]]:text-accent',
          error: '[&_[data-icon]]:text-danger',
          actionButton:
            'ml-auto h-8 shrink-0 rounded-md border border-line-2 px-3 text-sm font-medium hover:bg-sunk',
          closeButton:
            'order-last ml-auto grid size-6 shrink-0 place-items-center rounded-sm bg-transparent! text-ink-2! hover:text-ink!',
        },
      }}
    />
  );
}
