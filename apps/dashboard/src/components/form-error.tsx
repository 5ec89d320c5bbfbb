import { CircleAlert } from 'lucide-react';

/** Why a form was not accepted, beside its button. Announced as soon as it is there. */
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
