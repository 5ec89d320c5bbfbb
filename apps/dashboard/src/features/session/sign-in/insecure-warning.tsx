import { Warning } from '../../../ui/warning.tsx';

/** Over HTTP, except on this machine. Passkeys are not offered there either. */
export function InsecureWarning() {
  if (isSecureContext) return null;
  return (
    <Warning>
      This page has no HTTPS. Others in your network can read the password that you enter.
    </Warning>
  );
}
