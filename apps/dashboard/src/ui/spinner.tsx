import { LoaderCircle } from 'lucide-react';

/** Beside a word that says what is being waited for. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="motion-safe:animate-spin" />;
}
