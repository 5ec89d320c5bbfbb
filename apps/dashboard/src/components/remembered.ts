/** A choice that this browser keeps. Where nothing can be kept, it lasts as long as the page. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Private windows of some browsers refuse.
  }
}
