import { useSyncExternalStore } from 'react';

/** Follows the system until the owner picks a theme. index.html applies it before the first paint. */
type Theme = 'light' | 'dark';

const KEY = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { theme, toggle: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : systemTheme();
}

function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light';
}

/** Picking the system's theme means following the system again. */
function setTheme(theme: Theme): void {
  const choice = theme === systemTheme() ? '' : theme;
  document.documentElement.dataset['theme'] = choice;
  try {
    if (choice === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
