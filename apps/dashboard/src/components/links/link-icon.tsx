import { recognizeLink } from '@vitrine/contract/link-services';
import { Link } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';

/** Loaded with the first link: the icons of all services take 18 KB. */
const LinkLogo = lazyPart(
  () => import('./link-logo.tsx').then((file) => file.LinkLogo),
  () => <Chain />,
);

/** The icon of the service that an address belongs to, else a chain. */
export function LinkIcon({ url }: { readonly url: string }) {
  const service = recognizeLink(url);
  if (!service) return <Chain />;
  return (
    <Suspense fallback={<Chain />}>
      <LinkLogo icon={service.icon} />
    </Suspense>
  );
}

function Chain() {
  return <Link aria-hidden="true" className="size-4" />;
}
