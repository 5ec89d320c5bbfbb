/** Holds the place of what is on its way, in its shape. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <div aria-hidden="true" className={`patient rounded-md bg-line/70 ${className}`} />;
}
