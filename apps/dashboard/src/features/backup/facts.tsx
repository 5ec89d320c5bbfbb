import type { ReactNode } from 'react';

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid gap-x-6 gap-y-0.5 text-sm sm:gap-y-1.5 sm:grid-cols-[8rem_1fr]">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:not-last:mb-2">{children}</dd>
    </>
  );
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
