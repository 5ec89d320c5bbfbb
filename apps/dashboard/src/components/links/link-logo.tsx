import { LINK_ICONS } from '@vitrine/contract/link-icons';
import type { LinkIcon } from '@vitrine/contract/link-services';

/** The icon of a service, in the color of the text. */
export function LinkLogo({ icon }: { readonly icon: LinkIcon }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-4">
      <path d={LINK_ICONS[icon]} />
    </svg>
  );
}
