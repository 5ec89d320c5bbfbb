/** Separates two ways to do the same. */
export function OrDivider() {
  return (
    <div className="my-4.5 flex items-center gap-3 text-xs text-ink-3 before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
      or
    </div>
  );
}
