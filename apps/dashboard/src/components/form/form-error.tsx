import { CircleAlert } from 'lucide-react';

/** An error of the whole form, announced to screen readers when it appears. */
export function FormError({ children }: { readonly children: string }) {
  return (
    <p
      role="alert"
      className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
