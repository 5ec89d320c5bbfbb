/**
 * Keeps the results that were used last. Requests for the same result share it, also while it is
 * made. A result that failed is made again the next time.
 */
export function recentResults<T>(limit: number) {
  const results = new Map<string, Promise<T>>();

  return function find(key: string, make: () => Promise<T>): Promise<T> {
    const result = results.get(key) ?? make();
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (oldest !== undefined && results.size > limit) results.delete(oldest);
    result.catch(() => results.get(key) === result && results.delete(key));
    return result;
  };
}
