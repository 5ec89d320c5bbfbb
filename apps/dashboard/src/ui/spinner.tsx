import { LoaderCircle } from 'lucide-react';

/** Decorative: always next to text such as 'Saving'. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="motion-safe:animate-spin" />;
}
