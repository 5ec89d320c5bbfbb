export function Logo({ className = 'size-8 text-[1.1875rem]' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full bg-ink font-display leading-none text-paper ${className}`}
    >
      V
    </span>
  );
}
