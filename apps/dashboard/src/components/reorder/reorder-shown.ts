/** Those that are not among the ordered ones, because they have no content, keep their places. */
export function reorderShown<T extends { readonly name: string }>(
  all: readonly T[],
  ordered: readonly T[],
): T[] {
  const names = new Set(ordered.map(({ name }) => name));
  const rest = [...ordered];
  return all.map((one) => (names.has(one.name) && rest.shift()) || one);
}
