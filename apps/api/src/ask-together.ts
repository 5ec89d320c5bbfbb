/**
 * Requests that want to know the same at the same time ask once. Whoever comes while a question is
 * on its way waits for the next one: an answer is never older than the request that it is given to.
 * A failure is shared with those who wait: asking again would keep them waiting twice as long.
 */
export function askTogether<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    next.delete(key);
    const answer = ask(key).finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  }

  return (key) => {
    const now = asked.get(key);
    if (!now) return start(key);
    const mine =
      next.get(key) ??
      now.then(
        () => start(key),
        (error: unknown) => {
          next.delete(key);
          throw error;
        },
      );
    next.set(key, mine);
    return mine;
  };
}
