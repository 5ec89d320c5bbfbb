/** Not `crypto.randomUUID`, which is missing on plain HTTP, such as in a home network. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  );
}
