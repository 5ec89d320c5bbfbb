import { Tooltip } from '../../ui/tooltip.tsx';

/** Always one line. If an IPv6 address does not fit, it is cut, and the tooltip has all of it. */
export function IpAddress({ address }: { readonly address: string }) {
  return (
    <Tooltip text={address}>
      {/* Kerning hides the dots of an IPv4 address. */}
      <span
        className={`inline-block max-w-full truncate align-bottom ${address.includes(':') ? '' : '[font-kerning:none]'}`}
      >
        {address}
      </span>
    </Tooltip>
  );
}
