import { toast } from 'sonner';

/** Browsers have no clipboard API on plain HTTP, such as in a home network. */
export const canCopy = 'clipboard' in navigator;

/** `name` starts the message, as in 'Token'. */
export function copyText(text: string, name: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(`${name} copied.`),
    () => toast.error('Your browser did not allow copying. Select the text and copy it yourself.'),
  );
}
