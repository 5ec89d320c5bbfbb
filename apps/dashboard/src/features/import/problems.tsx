/** What of a source could not be read. The rest can be imported. */
export function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="rounded-md border border-line-2 bg-sunk px-3.5 py-2.5 text-sm">
      <ul className="grid gap-1 font-medium wrap-anywhere">
        {[...new Set(problems)].map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p className="mt-1 text-ink-2">
        {problems.length === 1 ? 'It is left out.' : 'They are left out.'} You can import the rest.
      </p>
    </div>
  );
}
