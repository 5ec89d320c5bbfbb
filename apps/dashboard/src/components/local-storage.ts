/** A choice that this browser keeps. Where nothing can be kept, it lasts as long as the page. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocalStorage(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Private windows of some browsers refuse.
  }
}
